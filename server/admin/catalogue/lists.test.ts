import { describe, expect, test } from 'vitest';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const otherSuperAdmin = await t.admin({ roleLevel: 'super_admin' });
const admin = await t.admin();

const LIBRARY = { name: 'Library steps', hint: 'By the lamp', opens: '08:00', closes: '20:00' };
const GATE = { name: 'Hostel gate', hint: '', opens: '18:00', closes: '01:00' };
const CSE = { code: 'CSE', name: 'Computer science' };
const DATA = { code: 'CS-301', name: 'Data structures', branch: 'CSE', semester: 3 };
const SCRUBS = { name: 'Scrubs', icon: 'stethoscope', isVisible: true, fields: [] };

/** A list of the catalogue, which super administrators save whole. */
interface CatalogueList {
	/** How the log names the list. */
	target: string;
	/** What the list holds before the tests, unless it is that of a new installation. */
	before?: object;
	/** Two contents that differ from the first one, and how the log describes the first of them. */
	contents: [object, object];
	details: string;
	/** Contents that are refused, with the error. */
	refused: [what: string, content: object, error: DeclaredError][];
}

const LISTS: Record<string, CatalogueList> = {
	categories: {
		target: 'categories',
		before: { categories: [{ ...SCRUBS, name: 'Books' }] },
		contents: [
			{ categories: [SCRUBS, { ...SCRUBS, name: 'Papers', isVisible: false }] },
			{ categories: [{ ...SCRUBS, name: 'Novels' }] },
		],
		details: 'added “Scrubs”, “Papers”; removed “Books”',
		refused: [
			[
				'a name twice, in other letter case',
				{ categories: [SCRUBS, { ...SCRUBS, name: 'sCRubs' }] },
				CATALOGUE_ERRORS.categoryNameTaken('sCRubs'),
			],
			[
				'the name All',
				{ categories: [{ ...SCRUBS, name: 'ALL' }] },
				CATALOGUE_ERRORS.categoryNameAll,
			],
			['an unknown icon', { categories: [{ ...SCRUBS, icon: 'heart' }] }, CATALOGUE_ERRORS.icon],
			[
				'no visibility',
				{ categories: [{ ...SCRUBS, isVisible: undefined }] },
				CATALOGUE_ERRORS.visibility,
			],
			['an invalid id', { categories: [{ ...SCRUBS, id: 'x' }] }, CATALOGUE_ERRORS.categoryId],
			[
				'an unknown id',
				{ categories: [{ ...SCRUBS, id: 2_000_000_000 }] },
				CATALOGUE_ERRORS.unknownCategory('Scrubs'),
			],
		],
	},
	spots: {
		target: 'spots',
		contents: [{ spots: [LIBRARY, GATE] }, { spots: [] }],
		details: 'added “Library steps”, “Hostel gate”',
		refused: [
			['no list', { spots: 'none' }, CATALOGUE_ERRORS.spots],
			['no name', { spots: [{ ...LIBRARY, name: undefined }] }, CATALOGUE_ERRORS.spotName],
			[
				'a name twice, in other letter case',
				{ spots: [{ ...LIBRARY, name: 'HOSTEL gate' }, GATE] },
				CATALOGUE_ERRORS.spotNameTaken('Hostel gate'),
			],
			[
				'a long hint',
				{ spots: [{ ...LIBRARY, hint: 'a'.repeat(121) }] },
				CATALOGUE_ERRORS.spotHint,
			],
			['no time of day', { spots: [{ ...LIBRARY, opens: '24:00' }] }, CATALOGUE_ERRORS.spotOpens],
			['no closing time', { spots: [{ ...LIBRARY, closes: null }] }, CATALOGUE_ERRORS.spotCloses],
			['equal times', { spots: [{ ...LIBRARY, closes: '08:00' }] }, CATALOGUE_ERRORS.spotHours],
			['an invalid id', { spots: [{ ...LIBRARY, id: 'x' }] }, CATALOGUE_ERRORS.spotId],
			[
				'an unknown id',
				{ spots: [{ ...LIBRARY, id: 2_000_000_000 }] },
				CATALOGUE_ERRORS.unknownSpot('Library steps'),
			],
		],
	},
	subjects: {
		target: 'subjects',
		contents: [
			{ branches: [CSE], subjects: [DATA] },
			{ branches: [], subjects: [] },
		],
		details: 'added branches “CSE”; added “CS-301”',
		refused: [
			[
				'a code twice, in other letter case',
				{ branches: [CSE], subjects: [DATA, { ...DATA, code: 'cs-301' }] },
				CATALOGUE_ERRORS.subjectTaken('cs-301'),
			],
			[
				'an unknown branch',
				{ branches: [CSE], subjects: [{ ...DATA, branch: 'ARCH' }] },
				CATALOGUE_ERRORS.noSuchBranch('ARCH'),
			],
			[
				'an invalid code',
				{ branches: [CSE], subjects: [{ ...DATA, code: 'CS 301' }] },
				CATALOGUE_ERRORS.code,
			],
			[
				'semester 0',
				{ branches: [CSE], subjects: [{ ...DATA, semester: 0 }] },
				CATALOGUE_ERRORS.subjectSemester,
			],
		],
	},
	'search-words': {
		target: 'search words',
		before: { searchWords: [] },
		contents: [{ searchWords: [['steth', 'stethoscope']] }, { searchWords: [['a9', 'b9']] }],
		details: 'added “steth, stethoscope”',
		refused: [
			[
				'a word in two groups',
				{
					searchWords: [
						['a1', 'b1'],
						['c1', 'B1'],
					],
				},
				CATALOGUE_ERRORS.wordInTwoGroups('b1'),
			],
			[
				'a word twice in a group',
				{ searchWords: [['a1', 'A1']] },
				CATALOGUE_ERRORS.wordTwice('a1'),
			],
			['a group of one word', { searchWords: [['a1']] }, CATALOGUE_ERRORS.words],
			['no list', { searchWords: undefined }, CATALOGUE_ERRORS.searchWords],
		],
	},
	terms: {
		target: 'term starts',
		contents: [{ terms: ['01-02', '08-01'] }, { terms: ['03-03'] }],
		details: 'added “08-01”; removed “07-15”',
		refused: [
			['29 February', { terms: ['02-29'] }, CATALOGUE_ERRORS.term],
			['a day twice', { terms: ['01-02', '01-02'] }, CATALOGUE_ERRORS.termTwice('01-02')],
			[
				'five days',
				{ terms: ['01-01', '02-01', '03-01', '04-01', '05-01'] },
				CATALOGUE_ERRORS.terms,
			],
			['no day', { terms: [] }, CATALOGUE_ERRORS.terms],
		],
	},
};

const entries = (action: 'CATALOGUE_CHANGED' | 'ATTEMPT_CHANGE_CATALOGUE') =>
	t.db
		.select({
			adminId: auditLog.adminId,
			target: auditLog.target,
			details: auditLog.details,
			severity: auditLog.severity,
		})
		.from(auditLog)
		.where(eq(auditLog.action, action))
		.orderBy(desc(auditLog.id));

describe.each(Object.entries(LISTS))('/admin/catalogue/%s', (name, list) => {
	const { target, before, contents, details, refused } = list;
	const path = `/admin/catalogue/${name}`;
	const read = async () => (await t.as(admin).get(path)).json();
	const save = (body: object, who = superAdmin) => t.as(who).put(path, body);

	test('a change is read by every administrator and logged; saving the list unchanged changes neither its version nor the log', async () => {
		if (before) await save({ ...(await read()), ...before });
		const { version } = await read();

		const res = await save({ version, ...contents[0] });

		expect(res.statusCode, res.body).toBe(200);
		expect(await read()).toMatchObject({ version: version + 1, ...contents[0] });
		expect(res.json()).toEqual(await read());
		const logged = await entries('CATALOGUE_CHANGED');
		expect(logged[0]).toEqual({ adminId: superAdmin.id, target, details, severity: 'MEDIUM' });
		expect((await save(await read())).json()).toEqual(await read());
		expect(await entries('CATALOGUE_CHANGED')).toEqual(logged);
	});

	test('a faulty list, or one without a version, is refused and nothing is saved', async () => {
		const stored = await read();
		const all = [
			...refused,
			['no version', { version: undefined }, CATALOGUE_ERRORS.version],
		] as const;

		const answers = [];
		for (const [what, content] of all) {
			const res = await save({ ...stored, ...content });
			answers.push([what, res.statusCode, res.json().code, res.json().message]);
		}

		expect(answers).toEqual(all.map(([what, , error]) => [what, 400, error.code, error.message]));
		expect(await read()).toEqual(stored);
	});

	test('of simultaneous changes from the same version, one is stored and logged, and the others are refused with 409', async () => {
		const { version } = await read();
		const logged = (await entries('CATALOGUE_CHANGED')).length;

		const replies = await Promise.all(
			[superAdmin, otherSuperAdmin, superAdmin].map((who) =>
				save({ version, ...contents[1] }, who),
			),
		);

		expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
		const lost = replies.find(({ statusCode }) => statusCode === 409);
		expect(lost?.json()).toMatchObject(CATALOGUE_ERRORS.changedMeanwhile);
		expect(await read()).toMatchObject({ version: version + 1, ...contents[1] });
		expect(await entries('CATALOGUE_CHANGED')).toHaveLength(logged + 1);
		expect((await entries('ATTEMPT_CHANGE_CATALOGUE'))[0]).toMatchObject({
			target,
			details: CATALOGUE_ERRORS.changedMeanwhile.message,
		});
	});
});
