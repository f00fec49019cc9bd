"""What makes a plain function a rule: it runs as it stands, and compiles for a CPU and a GPU."""

from __future__ import annotations

import hashlib
import itertools
import secrets
from collections.abc import Callable, MutableSequence
from functools import cache, partial
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeAlias, TypeVar

import numpy as np

State: TypeAlias = MutableSequence[int]
"""A position as small integers: a list in the interpreter, a 1-d int16 array in compiled code."""

Function = TypeVar("Function", bound=Callable[..., Any])

CACHE_VERSION = b"2"
"""To be raised when kernels that are on a disk already must not be used any more."""

_awaiting_numba: list[Callable[..., Any]] = []


def rule(function: Function) -> Function:
    """Mark a function as part of a rulebook.

    It stays an ordinary function, and compiled code that calls it compiles it along. So it takes
    a state and ints, may write into what it is given, returns an int or nothing, and neither
    allocates, raises, recurses nor touches Python objects.

    >>> @rule
    ... def other(player: int) -> int:
    ...     return 1 - player
    >>> other(0)
    1
    """
    # numba takes half a second to import: it learns of the rules when something is compiled.
    _awaiting_numba.append(function)
    return function


def make_rules_compilable() -> None:
    """Tell numba of all rules so far; to be called before anything is compiled."""
    from numba.extending import register_jitable

    make_symbols_unique()

    # Wrappers that nobody calls and rewrites for array expressions, which rules have none of,
    # would take numba half as long again.
    compilable = register_jitable(no_cfunc_wrapper=True, no_rewrites=True, error_model="numpy")
    while _awaiting_numba:
        compilable(_awaiting_numba.pop())


@cache
def make_symbols_unique() -> None:
    """Number compiled functions from a random number on, not from 1 as numba does.

    The number is part of a function's symbol. Two kernels that were compiled by different
    processes could have helpers of the same name and number; loaded from the disk into a third
    process, one would call the other's: https://github.com/numba/numba/issues/10486.
    """
    from numba.core.bytecode import FunctionIdentity

    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


def kernel(function: Function) -> Function:
    """Compile for the CPU, without the GIL, and keep the machine code on disk where that can be."""
    import numba

    make_rules_compilable()
    compiled: Function = kept(partial(numba.njit, nogil=True, error_model="numpy"), function)
    return compiled


def kept(compiler: Callable[..., Any], function: Callable[..., Any]) -> Any:
    """Compile, and keep the machine code on disk under a key of our own: the `fingerprint`.

    numba's key holds the function's own code and a pickle of what it closes over. It does not
    notice a change in what that calls, and is another one in the first process, which reads the
    sources, than in all later ones, which find their bytecode.
    The fingerprint is in the name too: numba keeps all that one `def` makes in one index, and
    processes that compile different games at the same time would lose each other's entries.
    """
    key = fingerprint(function)
    function.__qualname__ += f".{key[:16]}"
    try:
        compiled = compiler(cache=True)(function)
    except RuntimeError:  # there is no folder that it could be kept in
        return compiler()(function)
    if hasattr(compiled, "_cache"):  # numba's simulator of a GPU compiles nothing
        code = SimpleNamespace(co_code=key.encode())
        compiled._cache._py_func = SimpleNamespace(__code__=code, __closure__=None)
    return compiled


def fingerprint(*functions: Callable[..., Any]) -> str:
    """A digest of functions and of all they lean on: code, constants, tables, other functions.

    >>> fingerprint(fingerprint) == fingerprint(fingerprint)
    True
    """
    digest = hashlib.sha256(CACHE_VERSION)
    seen: set[int] = set()
    foreign = ("numba", "numpy")

    def add_code(code: CodeType) -> None:
        digest.update(code.co_code)
        digest.update(repr((code.co_names, code.co_varnames)).encode())
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                add_code(constant)
            else:
                digest.update(repr(constant).encode())

    def add_function(function: FunctionType) -> None:
        add_code(function.__code__)
        for cell in function.__closure__ or ():
            add(cell.cell_contents)
        names = function.__code__.co_names
        for name in names:
            digest.update(name.encode())
            value = function.__globals__.get(name)
            if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in foreign:
                for attribute in names:
                    add(getattr(value, attribute, None))
            else:
                add(value)

    def add(value: object) -> None:
        if isinstance(value, np.ndarray):
            digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
        elif isinstance(value, FunctionType):
            home = (value.__module__ or "").partition(".")[0]
            if id(value) not in seen and home not in foreign:
                seen.add(id(value))
                add_function(value)
        elif isinstance(value, int | float | str | bytes | tuple | list | dict | set | range):
            digest.update(repr(value).encode())

    for function in functions:
        add(function)
    return digest.hexdigest()
