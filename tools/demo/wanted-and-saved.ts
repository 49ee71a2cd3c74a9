import * as z from 'zod/mini';
import { searchQuery } from '#contract/searches/schemas.ts';
import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import type { Db } from '#server/db/client.ts';
import { savedItems } from '#server/db/schema/saved-items.ts';
import { studies } from '#server/db/schema/studies.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { lookUpIn } from '#server/features/catalogue/catalogue.ts';
import { findCatalogue } from '#server/features/catalogue/queries.ts';
import { saveSearch } from '#server/features/searches/commands.ts';
import { DEMO_ITEMS } from './items.ts';
import type { DemoStudentKey } from './people.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface DemoWanted {
	by: DemoStudentKey;
	title: string;
	note?: string;
	category?: string;
	/** Rupees. */
	maxPrice?: number;
	subject?: string;
	hoursAgo: number;
}

/** The demo's wanted posts, oldest first. For some of them there is an item on sale. */
export const DEMO_WANTED: readonly DemoWanted[] = [
	{
		by: 'bhavesh',
		title: 'Hostel cycle, any gears',
		category: 'Essentials',
		maxPrice: 3000,
		hoursAgo: 400,
	},
	{
		by: 'swati',
		title: 'Surveying papers, third semester',
		note: 'Solved ones if possible. Photocopies are fine.',
		category: 'PYQs',
		subject: 'CE301',
		hoursAgo: 310,
	},
	{
		by: 'lalrin',
		title: 'Signals and Systems, Oppenheim',
		note: 'Fair condition is fine.',
		category: 'Books',
		maxPrice: 400,
		subject: 'EC401',
		hoursAgo: 220,
	},
	{
		by: 'nidhi',
		title: 'Operating Systems book or notes',
		maxPrice: 400,
		subject: 'CS402',
		hoursAgo: 150,
	},
	{
		by: 'harpreet',
		title: 'Operating System Concepts, Galvin',
		category: 'Books',
		subject: 'CS402',
		hoursAgo: 98,
	},
	{
		by: 'karthik',
		title: 'OS and DBMS flash cards',
		note: 'Vivas begin in two weeks.',
		subject: 'CS402',
		hoursAgo: 51,
	},
	{
		by: 'fatima',
		title: 'Mini drafter for first year',
		category: 'Instruments',
		maxPrice: 400,
		hoursAgo: 20,
	},
	{
		by: 'ananya',
		title: 'Monitor, 22 inch or larger',
		note: 'Near Hostel 2, I can carry it.',
		category: 'Electronics',
		maxPrice: 6000,
		hoursAgo: 5,
	},
];

/** The student to whom all saved searches belong. */
const SEARCHER: DemoStudentKey = 'ananya';
/** The saved searches of one student, as queries of the listing. */
export const DEMO_SEARCHES: readonly { query: string; alert: 'instant' | 'daily' | 'off' }[] = [
	{ query: 'q=drafter&category=Instruments&maxPrice=400', alert: 'instant' },
	{ query: 'category=Books&subject=CS402&condition=new,like-new,good', alert: 'daily' },
	{ query: 'category=Essentials&free=true', alert: 'off' },
];

/** Titles of the items that students saved, the last saved first. */
export const DEMO_SAVED: Partial<Record<DemoStudentKey, readonly string[]>> = {
	ananya: [
		'LG 22 inch IPS monitor, full HD',
		'Cracking the Coding Interview',
		'Mini drafter with sheet holder',
	],
	lalrin: ['Oppenheim, Signals and Systems', 'Casio fx-991CW ClassWiz calculator'],
	harpreet: ['Galvin, Operating System Concepts'],
	swati: ['Hercules city cycle with lock', 'LED study lamp with clip arm'],
};

/** Branches and semesters of some students. */
const DEMO_STUDIES: Partial<Record<DemoStudentKey, { branchCode: string; semester: number }>> = {
	ananya: { branchCode: 'CSE', semester: 4 },
	lalrin: { branchCode: 'ECE', semester: 3 },
	swati: { branchCode: 'CE', semester: 3 },
	harpreet: { branchCode: 'CSE', semester: 3 },
};

interface SeededIds {
	/** Ids by the keys of the students. */
	students: ReadonlyMap<string, number>;
	/** Ids by titles. */
	items: ReadonlyMap<string, number>;
}

/** Inserts wanted posts, saved items, the studies of students, and the saved searches of one student. */
export async function insertDemoWantedAndSaved(
	tx: Db,
	{ students, items }: SeededIds,
): Promise<void> {
	const idOf = (key: string) => students.get(key) ?? 0;
	for (const { by, hoursAgo, ...post } of DEMO_WANTED) {
		const createdAt = new Date(Date.now() - hoursAgo * HOUR_MS);
		const expiresAt = new Date(createdAt.getTime() + WANTED_LIMITS.lifeDays * DAY_MS);
		await tx.insert(wantedPosts).values({ ...post, userId: idOf(by), createdAt, expiresAt });
	}
	for (const [key, titles] of Object.entries(DEMO_SAVED)) {
		const rows = titles.map((title, index) => ({
			userId: idOf(key),
			itemId: items.get(title) ?? 0,
			savedAt: new Date(Date.now() - index * HOUR_MS),
			savedPrice: DEMO_ITEMS.find((item) => item.title === title)?.price ?? 0,
		}));
		await tx.insert(savedItems).values(rows);
	}
	const today = new Date().toISOString().slice(0, 10);
	for (const [key, course] of Object.entries(DEMO_STUDIES))
		await tx.insert(studies).values({ userId: idOf(key), ...course, since: today });
	const catalogue = lookUpIn(await findCatalogue(tx));
	for (const { query, alert } of DEMO_SEARCHES)
		await saveSearch({ db: tx, catalogue }, idOf(SEARCHER), z.parse(searchQuery, query), alert);
}
