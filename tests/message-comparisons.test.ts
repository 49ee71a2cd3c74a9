import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** The only file that finds an error code by its message, because zod reports only messages. */
const CODE_LOOKUP = 'contract/core/errors.ts';

const SOURCE_FOLDERS = '{bench,contract,deploy,server,tools,web}';

/** The text of a message in the code: `ITEM_ERRORS.notFound.message`, `CHAT_MESSAGES.online`, `error.message`. */
const MESSAGE_TEXT = String.raw`(?:[A-Z_]+_ERRORS\.\w+\.message|[A-Z_]+_MESSAGES\.\w+|\b\w*(?:[eE]rror|[rR]efusal|[rR]ejection|[fF]ailure)\??\.message)`;

const COMPARISONS = [
	`[!=]==\\s*${MESSAGE_TEXT}`,
	`${MESSAGE_TEXT}\\s*[!=]==`,
	`case ${MESSAGE_TEXT}`,
	`includes\\(${MESSAGE_TEXT}\\)`,
].map((pattern) => new RegExp(pattern, 'g'));

/**
 * Finds comparisons with the text of a message. Code must compare the error code: a text may be reworded or
 * translated.
 */
function findComparisons(source: string): string[] {
	return COMPARISONS.flatMap((pattern) => source.match(pattern) ?? []);
}

test('no source code compares the text of a message', () => {
	const files = globSync(`${SOURCE_FOLDERS}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
		(file) => !/\.test\.tsx?$/.test(file) && file !== CODE_LOOKUP,
	);

	const comparisons = files.flatMap((file) =>
		findComparisons(readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`),
	);

	expect(files.length).toBeGreaterThan(500);
	expect(comparisons).toEqual([]);
});

test.each([
	'if (error.message === ITEM_ERRORS.notFound.message) return;',
	'if (CHAT_MESSAGES.online !== text) return;',
	'switch (message) { case CHAT_ERRORS.closed.message: return; }',
	'if (KNOWN.includes(error.message)) return;',
	'if (view.roomError?.message !== closedReason) return;',
])('the comparison of a message in "%s" is found', (source) => {
	expect(findComparisons(source)).not.toEqual([]);
});
