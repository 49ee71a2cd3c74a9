import { eq, sql } from 'drizzle-orm';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import type { App } from './app.ts';
import { waitForCatalogue } from './catalogue-changes.ts';
import type { Student } from './factories.ts';
import { insertRow } from './insert-row.ts';

const DAY_MS = 86_400_000;

/** For tests of wanted posts: inserts posts of any state, and sends the calls that many tests need. */
export function openWanted(t: App) {
	/** Inserts a live post, unless the fields say otherwise. @returns its id */
	async function insertPost(
		asker: { id: number },
		fields: Partial<typeof wantedPosts.$inferInsert> = {},
	): Promise<number> {
		const post = { userId: asker.id, title: 'Casio fx-991ES', expiresAt: inDays(30) };
		return insertRow(t.db, wantedPosts, { ...post, ...fields });
	}
	const findPost = async (id: number) => {
		const [row] = await t.db.select().from(wantedPosts).where(eq(wantedPosts.id, id));
		return row;
	};
	const postWanted = (asker: Student | null, body: object = { title: 'Casio fx-991ES' }) =>
		t.as(asker).post('/wanted', body);
	const answerWanted = (seller: Student, wantedId: number, item: { id: number }) =>
		t.as(seller).post(`/wanted/${wantedId}/answers`, { itemId: item.id });
	/** The ids in a list of posts. */
	const idsOf = (res: { json: () => { wanted: { id: number }[] } }) =>
		res.json().wanted.map(({ id }) => id);
	const block = (blocker: Student, blocked: Student) =>
		t.as(blocker).put(`/people/${blocked.id}/block`);
	return { insertPost, findPost, postWanted, answerWanted, idsOf, block };
}

/** Days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Adds the subjects EC301, ME301 and ME402 to the catalogue, and waits until the app knows them. */
export async function addSubjects(t: App): Promise<void> {
	await t.db.execute(
		sql`insert into branches values ('EC', 'Electronics', 0), ('ME', 'Mechanics', 1)`,
	);
	await t.db.execute(sql`insert into subjects values
		('EC301', 'Signals', 'EC', 3, 0), ('ME301', 'Machines', 'ME', 3, 1), ('ME402', 'Engines', 'ME', 4, 2)`);
	await waitForCatalogue(t, ({ subjects }) => subjects.length === 3);
}
