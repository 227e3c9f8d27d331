// Long work in slices, between which the page is drawn and keys are heard.

/** How long a slice takes at most, in milliseconds. */
const sliceTime = 8;

/** So many rows are gone through before a generator yields. */
const rowsOfStep = 1024;

/**
 * Does work that yields often, a slice at a time.
 * @template Result
 * @param {Generator<void, Result, void>} work
 * @returns {Promise<Result>}
 */
async function inSlices(work) {
  for (;;) {
    const end = performance.now() + sliceTime;
    let step = work.next();
    while (!step.done && performance.now() < end) step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => { setTimeout(resolve, 0); });
  }
}

/**
 * Does the same work without a pause.
 * @template Result
 * @param {Generator<void, Result, void>} work
 * @returns {Result}
 */
function atOnce(work) {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
