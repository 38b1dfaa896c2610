// Deeds: what is on its way to the server, in order; letters of one word go together, as one step.

/** What was typed, when, and since when without a pause. */
const last = { what: "", at: 0, since: 0 };

/** Puts a deed, `{kind, file, …}`, after those that wait. @param {Deed[]} waiting @param {Deed} deed */
export function enqueue(waiting, deed) {
  if (["change", "text"].includes(deed.kind)) {
    deed.merge = goesOn(deed);
    coalesce(waiting, deed);
  } else if (deed.kind !== "draw") Object.assign(last, { what: "", at: 0, since: 0 });
  waiting.push(deed);
}

/** What has not been sent yet need not be sent twice. @param {Deed[]} waiting @param {Deed} deed */
function coalesce(waiting, deed) {
  const before = waiting.at(-1);
  if (!before || before.sent || before.kind !== deed.kind || before.file !== deed.file) return;
  if (deed.kind === "change" && !(plain(before) && plain(deed) && name(before) === name(deed))) return;
  deed.merge = before.merge;
  waiting.pop();
}

/**
 * Whether a change goes on with the one before, as letters of one word do: one step back for both.
 * @param {Deed} deed
 */
function goesOn(deed) {
  const what = name(deed);
  const now = Date.now();
  const quick = last.what === what && now - last.at < 1200 && now - last.since < 4000;
  const soon = quick && (deed.kind === "text" || plain(deed));
  Object.assign(last, { what, at: now, since: soon ? last.since : now });
  return soon;
}

/** What a deed changes. @param {Deed} deed */
function name(deed) {
  const places = (deed.changes ?? []).map((one) => [one.document, one.path]);
  return `${deed.file} ${deed.kind} ${JSON.stringify(places)}`;
}

/** Whether only values are set; what is done to lists depends on what was before. @param {Deed} deed */
function plain(deed) {
  return (deed.changes ?? []).every((one) => "value" in one);
}
