// @ts-check
/** The first page of the club: signing in and out. */

import { reasonOf } from "./ask.js";
import { byId, fill, said } from "./base.js";
import { askClub, keepMember, member } from "./member.js";

const form = /** @type {HTMLFormElement} */ (byId("sign-in"));

function show() {
  const found = member();
  form.hidden = found !== null;
  byId("signed-in").hidden = found === null;
  byId("signed-in-as").textContent = found ? fill(said.signedIn, { name: found.name }) : "";
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { value: path = "sign-in" } = /** @type {HTMLButtonElement} */ (event.submitter ?? {});
  const { name, passphrase } = Object.fromEntries(new FormData(form));
  byId("sign-in-error").textContent = "";
  try {
    keepMember(await askClub(path, { name, passphrase }));
    form.reset();
    show();
    byId("sign-out").focus();
  } catch (refusal) {
    byId("sign-in-error").textContent = reasonOf(refusal);
  }
});

byId("sign-out").addEventListener("click", async () => {
  await askClub("sign-out", {}).catch(() => null);
  keepMember(null);
  show();
  byId("member-name").focus();
});

// The form is hidden until now: what is typed into it is for this script alone.
show();
