import { describe, expect, test } from 'vitest';
import { logAudit } from '#server/audit/log.ts';
import { eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { reports } from '#server/db/schema/reports.ts';
import { announce } from '#server/features/notifications/commands.ts';
import { openApp } from '#tests/support/app.ts';
import { openCompletedDeals } from '#tests/support/completed-deals.ts';
import { openFeedback } from '#tests/support/feedback-fixtures.ts';
import { inDays, openWanted } from '#tests/support/wanted.ts';
import { streamRows } from './kit/list.ts';
import { USERS } from './users.ts';

const t = await openApp();
const { insertPost } = openWanted(t);
const { insertPending } = openFeedback(t);
const { insertReviewAbout } = openCompletedDeals(t);
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const [seller, reporter] = [await t.student(), await t.student()];

const NOW = new Date();
const DISMISSED = { status: 'dismissed', resolvedAt: NOW };
const UNKNOWN_ID = 2_147_483_647;

/** A list of the back-office. Rows are named, so that a query can say which ones it finds. */
interface Section {
	/** The name of the list in its reply. */
	rows: string;
	/** The parameter of a search text. */
	search?: 'search' | 'q';
	/** Inserts rows that a search for the word finds, oldest first; the text of the first begins with `=`. */
	insert: (word: string) => Promise<Record<string, number>>;
	/** For each query, the rows that it finds, newest first unless the query says otherwise. */
	finds: Record<string, string[]>;
	refuses: string[];
	view: { action: string; target: string; one?: string };
	/** The file of the export and how it is logged. */
	exported?: { file: string; action: string };
}

const reported = { reporterId: reporter.id, type: 'spam' };
const REPORT_QUERIES = {
	finds: {
		'sort=oldest': ['spam', 'other', 'closed'],
		'status=pending': ['other', 'spam'],
		'status=dismissed&type=spam': ['closed'],
		'status=all&type=other': ['other'],
	},
	refuses: ['status=open', 'type=nonsense', 'sort=best', 'page=0', 'limit=x'],
};

/** The three reports that the queries above tell apart. */
async function insertReports(word: string, insert: (fields: ReportFields) => Promise<number>) {
	return {
		spam: await insert({ ...reported, complaint: `=${word} one` }),
		other: await insert({ ...reported, complaint: `${word} two`, type: 'other' }),
		closed: await insert({ ...reported, complaint: `${word} three`, ...DISMISSED }),
	};
}
interface ReportFields {
	reporterId: number;
	complaint: string;
	type: string;
	status?: string;
	resolvedAt?: Date;
}
const idOf = ([row]: { id: number }[]) => row?.id ?? 0;

const SECTIONS: Record<string, Section> = {
	users: {
		rows: 'users',
		search: 'search',
		insert: async (word) => {
			const add = async (userName: string, fields: object = {}) =>
				(await t.student({ userName, ...fields })).id;
			await add(`${word} erased`, { deletedAt: NOW });
			return {
				plain: await add(`=${word} b`),
				verified: await add(`${word.toUpperCase()} c`, { verifiedAt: NOW }),
				banned: await add(`${word} A`, { bannedAt: NOW }),
			};
		},
		finds: {
			'sort=oldest': ['plain', 'verified', 'banned'],
			'sort=name': ['plain', 'banned', 'verified'],
			'isVerified=true': ['verified'],
			'isVerified=false': ['banned', 'plain'],
			'isBanned=true': ['banned'],
			'isBanned=false&isVerified=false': ['plain'],
		},
		refuses: ['isBanned=perhaps', 'sort=cheapest'],
		view: { action: 'VIEW_USERS', target: 'users', one: 'user' },
		exported: { file: 'users.csv', action: 'USERS_EXPORTED' },
	},
	items: {
		rows: 'items',
		search: 'search',
		insert: async (word) => {
			const add = async (price: number, fields: object = {}) =>
				(await t.item(seller, { title: `=${word}`, price, ...fields })).id;
			await add(5, { deletedAt: NOW });
			return {
				available: await add(30, { category: 'Books' }),
				sold: await add(10, { soldAt: NOW }),
				banned: await add(20, { bannedAt: NOW }),
				soldAndBanned: await add(40, { soldAt: NOW, bannedAt: NOW }),
			};
		},
		finds: {
			'sort=oldest': ['available', 'sold', 'banned', 'soldAndBanned'],
			'sort=cheapest': ['sold', 'banned', 'available', 'soldAndBanned'],
			'sort=dearest': ['soldAndBanned', 'available', 'banned', 'sold'],
			'isAvailable=true': ['sold', 'available'],
			'isAvailable=false': ['soldAndBanned', 'banned'],
			'status=available': ['available'],
			'status=sold': ['sold'],
			'status=banned': ['soldAndBanned', 'banned'],
			'status=banned&isAvailable=true': [],
			'category=Books': ['available'],
			'category=Clothing': [],
		},
		refuses: ['status=gone', 'sort=name'],
		view: { action: 'VIEW_ITEMS', target: 'items', one: 'item' },
		exported: { file: 'items.csv', action: 'ITEMS_EXPORTED' },
	},
	wanted: {
		rows: 'wanted',
		search: 'search',
		insert: async (word) => {
			const add = (fields: object = {}) => insertPost(seller, { title: `=${word}`, ...fields });
			await add({ deletedAt: NOW });
			const deletedButReported = await add({ deletedAt: NOW });
			const rows = {
				deletedButReported,
				live: await add({ category: 'Books' }),
				expired: await add({ expiresAt: inDays(-1) }),
				found: await add({ foundAt: NOW }),
				removed: await add({ foundAt: NOW, removedAt: NOW }),
			};
			for (const wantedId of [deletedButReported, rows.live])
				await t.db.insert(reports).values({ ...reported, complaint: 'Spam.', wantedId });
			return rows;
		},
		finds: {
			'sort=oldest': ['deletedButReported', 'live', 'expired', 'found', 'removed'],
			'status=live': ['live'],
			'status=expired': ['expired'],
			'status=found': ['found'],
			'status=removed': ['removed'],
			'category=Books': ['live'],
			'isReported=true': ['live', 'deletedButReported'],
			'isReported=false': ['removed', 'found', 'expired'],
		},
		refuses: ['status=lost'],
		view: { action: 'VIEW_WANTED', target: 'wanted', one: 'wanted' },
		exported: { file: 'wanted.csv', action: 'WANTED_EXPORTED' },
	},
	feedback: {
		rows: 'feedbacks',
		search: 'q',
		insert: async (word) => {
			const approved = { status: 'approved', isPublic: true, reviewedAt: NOW };
			return {
				byName: await insertPending({ name: `=${word}`, category: 'service', rating: 2 }),
				byEmail: await insertPending({ email: `${word}@campus.example`, ...approved }),
				byText: await insertPending({ feedback: `Thanks to ${word.toUpperCase()}.`, rating: 2 }),
			};
		},
		finds: {
			'status=approved': ['byEmail'],
			'category=service': ['byName'],
			'rating=2': ['byText', 'byName'],
			'rating=2&status=approved': [],
		},
		refuses: ['rating=6'],
		view: { action: 'VIEW_FEEDBACK', target: 'feedback', one: 'feedback' },
		exported: { file: 'feedback.csv', action: 'FEEDBACK_EXPORTED' },
	},
	notifications: {
		rows: 'notifications',
		search: 'q',
		insert: async (word) => {
			const add = (type: 'info' | 'error', title: string, message = 'On Sunday.') =>
				announce(
					{ db: t.db, addTask: t.queue.addTask },
					{ title, message, type, target: 'admins' },
				);
			return {
				info: await add('info', `=${word}`),
				error: await add('error', 'Power cut', `From ${word.toUpperCase()}`),
			};
		},
		finds: { 'type=error': ['error'], 'type=info': ['info'] },
		refuses: ['type=loud'],
		view: { action: 'VIEW_NOTIFICATIONS', target: 'notifications' },
	},
	reports: {
		rows: 'reports',
		search: 'q',
		insert: async (word) => {
			const { id: itemId } = await t.item(seller);
			return insertReports(word, async (fields) =>
				idOf(
					await t.db
						.insert(reports)
						.values({ ...fields, itemId })
						.returning(),
				),
			);
		},
		...REPORT_QUERIES,
		view: { action: 'VIEW_REPORTS', target: 'reports', one: 'report' },
		exported: { file: 'item-reports.csv', action: 'REPORTS_EXPORTED' },
	},
	'user-reports': {
		rows: 'userReports',
		search: 'q',
		insert: (word) =>
			insertReports(word, async (fields) => {
				const row = { ...fields, reportedId: seller.id };
				return idOf(await t.db.insert(reports).values(row).returning());
			}),
		...REPORT_QUERIES,
		view: { action: 'VIEW_REPORTS', target: 'user reports', one: 'user report' },
		exported: { file: 'user-reports.csv', action: 'REPORTS_EXPORTED' },
	},
	'review-reports': {
		rows: 'reviewReports',
		search: 'q',
		insert: async (word) => {
			const reviewId = await insertReviewAbout(seller);
			return insertReports(word, async (fields) =>
				idOf(
					await t.db
						.insert(reports)
						.values({ ...fields, reviewId })
						.returning(),
				),
			);
		},
		...REPORT_QUERIES,
		view: { action: 'VIEW_REPORTS', target: 'review reports', one: 'review report' },
		exported: { file: 'review-reports.csv', action: 'REPORTS_EXPORTED' },
	},
	'audit-logs': {
		rows: 'auditLogs',
		search: 'q',
		insert: async (word) => {
			const actor = { adminId: superAdmin.id, ipAddress: '10.1.2.3' };
			const add = async (action: 'ITEM_BANNED' | 'VIEW_USERS', details: string) => {
				await logAudit(t.db, actor, { action, target: 'item 7', details });
				const found = await t.db.select().from(auditLog).where(eq(auditLog.details, details));
				return idOf(found);
			};
			return {
				banned: await add('ITEM_BANNED', `=${word}`),
				viewed: await add('VIEW_USERS', `Saw ${word.toUpperCase()}`),
			};
		},
		finds: {
			'action=ITEM_BANNED': ['banned'],
			'action=NO_SUCH_ACTION': [],
			'views=hidden': ['banned'],
			'startDate=2020-01-01': ['viewed', 'banned'],
			'endDate=2020-01-01': [],
		},
		refuses: ['views=some', 'adminId=x', 'startDate=yesterday'],
		view: { action: 'VIEW_AUDIT_LOGS', target: 'audit logs' },
		exported: { file: 'audit-logs.csv', action: 'AUDIT_LOGS_EXPORTED' },
	},
};

let count = 0;
/** A word that no other row contains. */
const uniqueWord = () => `quill${(count++).toString(36).padStart(2, 'a')}wort`;

/** What an administrator gets and logs, who is the only one to make these requests. */
async function openViewer() {
	const viewer = await t.admin({ roleLevel: 'super_admin' });
	const entries = async () =>
		(
			await t.db.select().from(auditLog).where(eq(auditLog.adminId, viewer.id)).orderBy(auditLog.id)
		).map(({ action, target, details, severity }) => ({ action, target, details, severity }));
	return { get: (path: string) => t.as(viewer).get(`/admin/${path}`), entries };
}

describe.each(Object.entries(SECTIONS))('/admin/%s', (path, section) => {
	const { rows, search = 'q', finds, refuses, view, exported } = section;
	const get = async (query: string) => {
		const res = await t.as(superAdmin).get(`/admin/${path}?${query}`);
		expect(res.statusCode, `${query}: ${res.body}`).toBe(200);
		return res.json();
	};
	const idsOf = async (query: string): Promise<number[]> =>
		(await get(query))[rows].map(({ id }: { id: number }) => id);

	test('a search, as it is typed, and each filter and order find their rows, unknown ones are refused, and pages continue one another and know the total', async () => {
		const word = uniqueWord();
		const ids = await section.insert(word);
		const newestFirst = Object.values(ids).reverse();
		const nameOf = (id: number) => Object.keys(ids).find((name) => ids[name] === id) ?? id;
		const searched = `${search}=${word.toUpperCase()}`;

		expect(await idsOf(searched)).toEqual(newestFirst);
		const found: Record<string, unknown> = {};
		for (const query of Object.keys(finds))
			found[query] = (await idsOf(`${searched}&${query}`)).map(nameOf);
		expect(found).toEqual(finds);

		for (const letter of ['%', '_']) {
			const nearly = encodeURIComponent(`${word.slice(0, 3)}${letter}${word.slice(4)}`);
			expect(await idsOf(`${search}=${nearly}`)).toEqual([]);
		}
		const upTo = path === 'audit-logs' ? `&upTo=${newestFirst[0]}` : '';
		expect(await idsOf(`limit=${newestFirst.length}${upTo}`)).toEqual(newestFirst);
		for (const query of refuses)
			expect((await t.as(superAdmin).get(`/admin/${path}?${query}`)).statusCode, query).toBe(400);

		const total = newestFirst.length;
		const [first, second] = [
			await get(`${searched}&limit=1`),
			await get(`${searched}&limit=1&page=2`),
		];
		expect([first, second].map((page) => page[rows][0].id)).toEqual(newestFirst.slice(0, 2));
		expect(first.pagination).toEqual({
			currentPage: 1,
			totalPages: total,
			total,
			isExact: true,
			hasPrev: false,
			hasNext: true,
		});
		const beyond = await get(`${searched}&limit=1&page=2147483647`);
		expect(beyond).toMatchObject({
			[rows]: [],
			pagination: { total, hasPrev: true, hasNext: false },
		});
	});

	test('each view of the list is logged with its filters, without the search text', async () => {
		const { get: getAsViewer, entries } = await openViewer();
		const [query = ''] = Object.keys(finds).filter((one) => !one.includes('all'));

		await getAsViewer(`${path}?${search}=secret&${query}&page=2`);

		const [name = '', value = ''] = (query.split('&')[0] ?? '').split('=');
		const logged = await entries();
		expect(logged).toMatchObject([{ action: view.action, target: view.target, severity: 'LOW' }]);
		expect(logged[0]?.details).toMatch(/^searched, .*page 2$/);
		expect(logged[0]?.details).toContain(name);
		expect(logged[0]?.details).toContain(value);
		expect(logged[0]?.details).not.toContain('secret');
	});

	test.runIf(view.one)(
		'one row is read by its id, which is logged; an unknown id is answered with 404',
		async () => {
			const { get: getAsViewer, entries } = await openViewer();
			const [id = 0] = Object.values(await section.insert(uniqueWord())).slice(-2);

			const [found, unknown] = [
				await getAsViewer(`${path}/${id}`),
				await getAsViewer(`${path}/${UNKNOWN_ID}`),
			];

			expect([found.statusCode, unknown.statusCode]).toEqual([200, 404]);
			expect(found.body).toContain(`"id":${id}`);
			expect(await entries()).toEqual([
				{ action: view.action, target: `${view.one} ${id}`, details: '', severity: 'LOW' },
			]);
		},
	);

	test.runIf(exported)(
		'the export has the rows of the list, neutralises formulas and is logged',
		async () => {
			const { get: getAsViewer, entries } = await openViewer();
			const word = uniqueWord();
			const ids = await section.insert(word);
			const [query = ''] = Object.keys(finds).filter((one) => finds[one]?.length === 1);

			const all = await getAsViewer(`${path}/export?${search}=${word}`);
			const some = await getAsViewer(`${path}/export?${search}=${word}&${query}`);

			expect(all.headers).toMatchObject({
				'content-type': 'text/csv; charset=utf-8',
				'content-disposition': `attachment; filename="${exported?.file}"`,
			});
			const exportedIds = ({ body }: { body: string }) =>
				body
					.trimEnd()
					.split('\r\n')
					.slice(1)
					.map((line) => Number.parseInt(line, 10));
			expect(exportedIds(all)).toEqual(Object.values(ids).reverse());
			expect(exportedIds(some)).toEqual(finds[query]?.map((name) => ids[name]));
			expect(all.body).toContain(`'=${word}`);
			expect(all.body).not.toMatch(/[,"]=/);
			const entry = { action: exported?.action, target: view.target, severity: 'LOW' };
			expect(await entries()).toMatchObject([
				{ ...entry, details: 'searched' },
				{ ...entry, details: expect.stringMatching(/^searched, /) },
			]);
		},
	);
});

test('an export of several batches has every row once and in order', async () => {
	const filters = { search: undefined, isVerified: undefined, isBanned: undefined };
	for (const sort of ['newest', 'oldest', 'name']) {
		const streamUsers = (size: number) => streamRows(t.db, USERS, { ...filters, sort }, size);
		const batches = await Array.fromAsync(streamUsers(2));
		expect(batches.length).toBeGreaterThan(3);
		expect([batches.flat()]).toEqual(await Array.fromAsync(streamUsers(1000)));
	}
});

test('searches find a letter in both its composed and its decomposed Unicode form', async () => {
	// The first letter is one code point in the first form, and a letter with a combining dot in the second.
	const forms = ['\u095bोया', 'ज\u093cोया'];
	const addresses = {
		users: ['/users?search=', '/search?q='],
		feedbacks: ['/feedback?q='],
		notifications: ['/notifications?q='],
	};
	const words = { message: 'On Friday.', type: 'info', target: 'admins' } as const;
	const deps = { db: t.db, addTask: t.queue.addTask };
	const created: Record<string, number[]> = { users: [], feedbacks: [], notifications: [] };
	for (const name of forms) {
		created.users?.push((await t.student({ userName: `${name} Khan` })).id);
		created.feedbacks?.push(await insertPending({ name: `${name} Khan` }));
		created.notifications?.push(await announce(deps, { ...words, title: `${name} Khan` }));
	}

	for (const [list, paths] of Object.entries(addresses))
		for (const address of paths.flatMap((path) => forms.map((form) => path + encodeURI(form)))) {
			const found = (await t.as(superAdmin).get(`/admin${address}`)).json()[list];
			const ids = found.map(({ id }: { id: number }) => id);
			expect(ids, address).toEqual(expect.arrayContaining(created[list] ?? []));
		}
});
