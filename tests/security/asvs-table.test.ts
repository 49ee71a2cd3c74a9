import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#tools/lib/run-program.ts';

interface Row {
	id: string;
	state: string;
	how: string;
	proof: string;
}

/** The hash of the 253 requirement ids of levels 1 and 2, one per line, in the order of the standard. */
const IDS_SHA256 = 'fdfef32364aac864bf3945ba29e16ea75c93b8db3d89357357f3b26cc8b0479d';

const STATES = ['met', 'n/a', 'forced'];
/** The ids of requirements that apply and are not met yet. No id may be added. */
const STILL_OPEN: string[] = [];

const TABLE = join(ROOT, 'docs/security/asvs.md');
const documentText = await readFile(TABLE, 'utf8');
const rows = [...documentText.matchAll(/^\| (V\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(
	([, id = '', rest = '']) => {
		const [, state = '', how = '', proof = ''] = rest.split(/(?<!\\)\|/).map((cell) => cell.trim());
		return { id, state, how, proof: proof.replaceAll('\\|', '|') };
	},
);

/** The anchor that Markdown viewers give a heading. */
function anchorOf(words: string): string {
	return words
		.toLowerCase()
		.replace(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-');
}

/** @returns what is wrong with a link of the table: to a file, and to a heading if it names one */
async function linkProblem(link: string): Promise<string | undefined> {
	const [file = '', anchor] = link.split('#');
	const path = join(dirname(TABLE), file);
	if (!existsSync(path)) return `no file ${file}`;
	if (anchor === undefined) return;
	const headings = [...(await readFile(path, 'utf8')).matchAll(/^#+ (.+)$/gm)];
	return headings.some(([, words = '']) => anchorOf(words) === anchor)
		? undefined
		: `no heading ${anchor} in ${file}`;
}

/** @returns what is wrong with the proof that a row names */
async function rowProblem({ proof }: Row): Promise<string | undefined> {
	const [, linked] = /^\[[^\]]+\]\((.+)\)$/.exec(proof) ?? [];
	if (linked !== undefined) return linkProblem(linked);
	const [, file = ''] = /^`([^`]+)`$/.exec(proof) ?? [];
	return existsSync(join(ROOT, file)) && file !== '' ? undefined : `no file ${file || 'named'}`;
}

/** The paths in the column "how" of a row, without paths that contain a `*`. */
function pathsIn(how: string): string[] {
	return [...how.matchAll(/`((?:server|web|contract|tools|deploy|tests)\/[^`*]+)`/g)].map(
		([, path = '']) => path,
	);
}

describe('the table of docs/security/asvs.md', () => {
	test('the ASVS table has each requirement of levels 1 and 2 once', () => {
		const ids = rows.map(({ id }) => id);

		expect(ids).toHaveLength(253);
		expect(createHash('sha256').update(ids.join('\n')).digest('hex')).toBe(IDS_SHA256);
	});

	test('the ASVS table gives each requirement a known state (met, n/a or forced)', () => {
		const unknown = rows.filter(({ state }) => !STATES.includes(state));

		expect(unknown.map(({ id }) => id)).toEqual(STILL_OPEN);
	});

	test('the ASVS table names an existing test or configuration for each requirement that applies', async () => {
		const applying = rows.filter(({ state }) => state === 'met' || state === 'forced');

		const problems = await Promise.all(
			applying.map(async (row) => ({ id: row.id, problem: await rowProblem(row) })),
		);

		expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
	});

	test('the ASVS table gives a reason, and no test, for each requirement that does not apply', () => {
		const others = rows.filter(({ state }) => state === 'n/a');

		expect(others.filter(({ how, proof }) => how === '' || proof !== '')).toEqual([]);
	});

	test('the ASVS table cites the sentence of the requirements that forces an exception', () => {
		const forced = rows.filter(({ state }) => state === 'forced');

		for (const { id, how } of forced) expect({ id, how }).toMatchObject({ how: CITATION });
	});

	test('the ASVS table names only files that exist', () => {
		const named = rows.flatMap(({ how }) => pathsIn(how));

		expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
	});
});

const CITATION = expect.stringMatching(/"[^"]+".*\((decisions|marketplace|back-office)( \d+)?\)/);
