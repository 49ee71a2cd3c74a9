import { readdir, readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { email, userName } from '#contract/auth/person-fields.ts';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { newItemFields } from '#contract/items/schemas.ts';
import { DEMO_CHATS, MINUTES_BETWEEN_LINES } from './chats.ts';
import { DEMO_FEEDBACK } from './feedback.ts';
import { DEMO_ITEMS, PICTURES_FOLDER, pictureFile } from './items.ts';
import { DEMO_ADMINS, DEMO_STUDENTS } from './people.ts';
import { DEMO_ITEM_REPORTS, DEMO_USER_REPORTS } from './reports.ts';

const allPictures = DEMO_ITEMS.flatMap(({ pictures }) => pictures);

describe('users of the demo data', () => {
	test('the demo data has twelve students and two administrators with different email addresses', () => {
		expect(DEMO_STUDENTS).toHaveLength(12);
		expect(DEMO_ADMINS.map(({ roleLevel }) => roleLevel)).toEqual(['super_admin', 'admin']);
		const people = [...DEMO_STUDENTS, ...DEMO_ADMINS];
		expect(new Set(people.map((person) => person.email)).size).toBe(people.length);
	});

	test.each(DEMO_STUDENTS)(
		'the demo student $userName has values that the sign-up accepts',
		(student) => {
			expect(userName.parse(student.userName)).toBe(student.userName);
			expect(email.parse(student.email)).toBe(student.email);
			expect(student.phone ?? '+919000000000').toMatch(/^\+91[6-9][0-9]{9}$/);
		},
	);

	test('every demo student has an item, and no item older than the account', () => {
		const wrongStudents = DEMO_STUDENTS.filter(
			({ key, joinedDaysAgo }) =>
				!DEMO_ITEMS.some(({ seller }) => seller === key) ||
				DEMO_ITEMS.some(({ seller, ageHours }) => seller === key && ageHours > joinedDaysAgo * 24),
		);

		expect(wrongStudents).toEqual([]);
	});
});

test('the dates of the demo data are in the order of the ids', () => {
	const agesByTable = {
		students: DEMO_STUDENTS.map(({ joinedDaysAgo }) => joinedDaysAgo),
		items: DEMO_ITEMS.map(({ ageHours }) => ageHours).toReversed(),
		messages: DEMO_CHATS.flatMap(({ hoursAgo, lines }) => [
			hoursAgo + (lines.length - 1) * (MINUTES_BETWEEN_LINES / 60),
			hoursAgo,
		]),
		feedback: DEMO_FEEDBACK.map(({ hoursAgo }) => hoursAgo),
		itemReports: DEMO_ITEM_REPORTS.map(({ hoursAgo }) => hoursAgo),
		userReports: DEMO_USER_REPORTS.map(({ hoursAgo }) => hoursAgo),
	};

	for (const [table, ages] of Object.entries(agesByTable)) {
		expect(ages, table).toEqual(ages.toSorted((one, other) => other - one));
	}
});

describe('items of the demo data', () => {
	test('the demo data has 120 items from the last sixty days, at least twelve in every category', () => {
		expect(DEMO_ITEMS).toHaveLength(120);
		expect(Math.max(...DEMO_ITEMS.map(({ ageHours }) => ageHours))).toBeLessThanOrEqual(60 * 24);
		for (const category of INITIAL_CATEGORIES) {
			const listed = DEMO_ITEMS.filter((item) => item.category === category);
			expect(listed.length, category).toBeGreaterThanOrEqual(12);
		}
	});

	test('demo items have different titles; the eight newest are of all categories except at most one', () => {
		const newestCategories = DEMO_ITEMS.slice(0, 8).map(({ category }) => category);
		expect(new Set(newestCategories).size).toBeGreaterThanOrEqual(INITIAL_CATEGORIES.length - 1);
		expect(new Set(DEMO_ITEMS.map(({ title }) => title)).size).toBe(DEMO_ITEMS.length);
	});

	test.each(DEMO_ITEMS)('the demo item $title passes the rules of the item form', (item) => {
		const { title, description, price, category } = item;
		expect(newItemFields.parse({ title, description, price, category })).toEqual({
			title,
			description,
			price,
			category,
		});
		expect(item.pictures.length).toBeGreaterThanOrEqual(1);
		expect(item.pictures.length).toBeLessThanOrEqual(4);
	});

	test('most demo items are on sale; some are sold and one is banned with a reason, each after it was posted', () => {
		const banned = DEMO_ITEMS.filter(({ ban }) => ban);
		const sold = DEMO_ITEMS.filter(({ soldHoursAgo }) => soldHoursAgo !== undefined);
		expect(banned).toHaveLength(1);
		expect(banned[0]?.ban?.reason).toMatch(/\S/);
		expect(sold.length).toBeGreaterThanOrEqual(8);
		expect(sold.length).toBeLessThanOrEqual(20);
		for (const { ageHours, soldHoursAgo = 0, ban } of DEMO_ITEMS) {
			expect(Math.max(soldHoursAgo, ban?.hoursAgo ?? 0)).toBeLessThan(ageHours);
		}
	});
});

test.each(DEMO_CHATS)(
	'the demo chat of $buyer about $about follows the rules for chats',
	({ about, buyer, lines, unread }) => {
		const item = DEMO_ITEMS.find(({ title }) => title === about);
		const lastSender = lines.at(-1)?.[0];
		const lastReply = lines.findLastIndex(([sender]) => sender !== lastSender);

		expect(item?.seller).not.toBe(buyer);
		expect(item?.ban).toBeUndefined();
		for (const [, , picture = 1] of lines) expect(item?.pictures[picture - 1]).toBeDefined();
		expect(lines[0]?.[0]).toBe('b');
		expect(unread).toBeLessThanOrEqual(lines.length - 1 - lastReply);
	},
);

describe('pictures of the demo data', () => {
	test('each picture of the demo data belongs to one item; no file is missing, used twice or unused', async () => {
		const files = await readdir(PICTURES_FOLDER);

		expect(allPictures.toSorted()).toEqual(files.toSorted());
	});

	test('the pictures of the demo data are all different', async () => {
		const contents = await Promise.all(allPictures.map((name) => readFile(pictureFile(name).path)));

		expect(new Set(contents.map((bytes) => bytes.toString('base64'))).size).toBe(contents.length);
	});

	test('the pictures of the demo data are WebP files of 4:3, landscape or portrait, and at most 3 MB together', async () => {
		let totalBytes = 0;
		for (const name of allPictures) {
			const { path } = pictureFile(name);
			const { format, width, height } = await sharp(path).metadata();
			totalBytes += (await stat(path)).size;
			expect(
				{ format, longer: Math.max(width, height), shorter: Math.min(width, height) },
				name,
			).toEqual({ format: 'webp', longer: 960, shorter: 720 });
		}
		expect(totalBytes).toBeLessThanOrEqual(3_000_000);
	});
});
