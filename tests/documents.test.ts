import { existsSync } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = '{bench,contract,deploy,docs,server,tests,tools,web}';

/** A path in backticks: in one of our folders, or a file of a kind that we write. */
const NAMED_PATH =
	/`((?:bench|contract|deploy|docs|server|tests|tools|web)\/[\w.@/-]+|[a-z.][\w.@/-]*\.(?:mjs|json|md|sh|sql|tsx?))`/g;

/** An identifier of at least two words in camelCase, in backticks. */
const CAMEL_CASE_IDENTIFIER = /`([a-z]+(?:[A-Z][a-z0-9]+)+)`/g;

function listAll(...patterns: string[]): Promise<string[]> {
	return Array.fromAsync(glob(patterns, { cwd: ROOT }));
}

test('every file that a document names exists', async () => {
	const existingPaths = [...(await readdir(ROOT)), ...(await listAll(`${FOLDERS}/**`))];
	const documents = await listAll('*.md', `${FOLDERS}/**/*.md`);

	const missing: string[] = [];
	for (const document of documents) {
		const text = await readFile(join(ROOT, document), 'utf8');
		for (const [, named = ''] of text.matchAll(NAMED_PATH)) {
			const name = named.replace(/\/$/, '');
			const exists = existingPaths.some((path) => path === name || path.endsWith(`/${name}`));
			if (!exists) missing.push(`${document}: ${name}`);
		}
	}

	expect(documents).toContain('docs/operations/runbook.md');
	expect(missing).toEqual([]);
});

test('every camelCase identifier in backticks in a document exists in the sources', async () => {
	const sources = await listAll('*.{json,mjs,ts}', `${FOLDERS}/**/*.{json,mjs,sql,ts,tsx}`);
	const words = new Set<string>();
	for (const source of sources) {
		const text = await readFile(join(ROOT, source), 'utf8');
		for (const [word] of text.matchAll(/\w+/g)) words.add(word);
	}

	const missing: string[] = [];
	for (const document of await listAll('*.md', `${FOLDERS}/**/*.md`)) {
		const text = await readFile(join(ROOT, document), 'utf8');
		for (const [, named = ''] of text.matchAll(CAMEL_CASE_IDENTIFIER)) {
			if (!words.has(named)) missing.push(`${document}: ${named}`);
		}
	}

	expect(words.size).toBeGreaterThan(1000);
	expect(missing).toEqual([]);
});

test('every link in a document points to an existing file and, with an anchor, to an existing heading', async () => {
	const broken: string[] = [];
	for (const document of await listAll('*.md', `${FOLDERS}/**/*.md`)) {
		const text = await readFile(join(ROOT, document), 'utf8');
		for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
			const [file, anchor] = link.split('#');
			const path = file ? join(ROOT, dirname(document), file) : join(ROOT, document);
			const exists = existsSync(path) && (anchor === undefined || (await hasHeading(path, anchor)));
			if (!exists) broken.push(`${document}: ${link}`);
		}
	}

	expect(broken).toEqual([]);
});

/**
 * Whether a document has a heading with this anchor. The anchors are made by a simplified form of GitHub's rule:
 * only ASCII letters, digits and hyphens are kept.
 */
async function hasHeading(path: string, anchor: string): Promise<boolean> {
	const headings = (await readFile(path, 'utf8')).matchAll(/^#+ (.+)$/gm);
	return headings.some(
		([, words = '']) =>
			words
				.toLowerCase()
				.replace(/[^a-z0-9 -]/g, '')
				.replaceAll(' ', '-') === anchor,
	);
}
