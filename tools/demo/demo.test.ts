import { readdir, readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { email, userName } from '#contract/auth/person-fields.ts';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { feedbackForm } from '#contract/feedback/schemas.ts';
import { newItemFields } from '#contract/items/schemas.ts';
import { itemReport, userReport } from '#contract/reports/schemas.ts';
import { DEMO_CHATS, MINUTES_BETWEEN_LINES } from './chats.ts';
import { DEMO_FEEDBACK } from './feedback.ts';
import { DEMO_ITEMS, PICTURES_FOLDER, pictureFile } from './items.ts';
import { DEMO_ADMINS, DEMO_STUDENTS } from './people.ts';
import { DEMO_ITEM_REPORTS, DEMO_USER_REPORTS } from './reports.ts';
import { DEMO_SAVED } from './wanted-and-saved.ts';

const allPictures = DEMO_ITEMS.flatMap(({ pictures }) => pictures);

describe('users of the demo data', () => {
	test('the demo data has twelve students and two administrators with different addresses; the students have what the sign-up accepts and an item, none older than the account', () => {
		expect(DEMO_STUDENTS).toHaveLength(12);
		expect(DEMO_ADMINS.map(({ roleLevel }) => roleLevel)).toEqual(['super_admin', 'admin']);
		const people = [...DEMO_STUDENTS, ...DEMO_ADMINS];
		expect(new Set(people.map((person) => person.email)).size).toBe(people.length);
		for (const { key, joinedDaysAgo, ...student } of DEMO_STUDENTS) {
			expect(userName.parse(student.userName)).toBe(student.userName);
			expect(email.parse(student.email)).toBe(student.email);
			expect(student.phone ?? '+919000000000').toMatch(/^\+91[6-9][0-9]{9}$/);
			const ages = DEMO_ITEMS.flatMap(({ seller, ageHours }) => (seller === key ? [ageHours] : []));
			expect(ages.length, key).toBeGreaterThan(0);
			expect(Math.max(...ages), key).toBeLessThanOrEqual(joinedDaysAgo * 24);
		}
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
	test('the demo data has 40 items from the last sixty days, at least five in every category', () => {
		expect(DEMO_ITEMS).toHaveLength(40);
		expect(Math.max(...DEMO_ITEMS.map(({ ageHours }) => ageHours))).toBeLessThanOrEqual(60 * 24);
		for (const category of INITIAL_CATEGORIES) {
			const listed = DEMO_ITEMS.filter((item) => item.category === category);
			expect(listed.length, category).toBeGreaterThanOrEqual(5);
		}
		const newestCategories = DEMO_ITEMS.slice(0, 8).map(({ category }) => category);
		expect(new Set(newestCategories).size).toBeGreaterThanOrEqual(INITIAL_CATEGORIES.length - 1);
		expect(new Set(DEMO_ITEMS.map(({ title }) => title)).size).toBe(DEMO_ITEMS.length);
	});

	test('the demo items pass the rules of the item form', () => {
		for (const { title, description, price, category, pictures } of DEMO_ITEMS) {
			const fields = { title, description, price, category };
			expect(newItemFields.parse(fields)).toEqual(fields);
			expect(pictures.length, title).toBeGreaterThanOrEqual(1);
			expect(pictures.length, title).toBeLessThanOrEqual(4);
		}
	});

	test('most demo items are on sale; some are sold and one is banned with a reason, each after it was posted', () => {
		const banned = DEMO_ITEMS.filter(({ ban }) => ban);
		const sold = DEMO_ITEMS.filter(({ soldHoursAgo }) => soldHoursAgo !== undefined);
		expect(banned).toHaveLength(1);
		expect(banned[0]?.ban?.reason).toMatch(/\S/);
		expect(sold.length).toBeGreaterThanOrEqual(5);
		expect(sold.length).toBeLessThanOrEqual(10);
		for (const { ageHours, soldHoursAgo = 0, ban } of DEMO_ITEMS) {
			expect(Math.max(soldHoursAgo, ban?.hoursAgo ?? 0)).toBeLessThan(ageHours);
		}
	});
});

test('the demo chats follow the rules for chats', () => {
	for (const { about, buyer, lines, unread } of DEMO_CHATS) {
		const item = DEMO_ITEMS.find(({ title }) => title === about);
		const lastSender = lines.at(-1)?.[0];
		const lastReply = lines.findLastIndex(([sender]) => sender !== lastSender);

		expect(item?.seller, about).not.toBe(buyer);
		expect(item?.ban, about).toBeUndefined();
		for (const [, , picture = 1] of lines) expect(item?.pictures[picture - 1]).toBeDefined();
		expect(lines[0]?.[0], about).toBe('b');
		expect(unread, about).toBeLessThanOrEqual(lines.length - 1 - lastReply);
	}
});

test('demo feedback, reports and saved items are what the forms accept, about what others posted before', () => {
	const joinedHoursAgo = (key: string) =>
		(DEMO_STUDENTS.find((student) => student.key === key)?.joinedDaysAgo ?? 0) * 24;
	for (const { from, rating, category, text, hoursAgo } of DEMO_FEEDBACK) {
		const student = DEMO_STUDENTS.find(({ key }) => key === from);
		const form = { name: student?.userName, email: student?.email, rating, category };
		expect(feedbackForm.parse({ ...form, feedback: text })).toEqual({ ...form, feedback: text });
		expect(hoursAgo, text).toBeLessThan(joinedHoursAgo(from));
	}
	for (const { complaint, type, about, reporter, hoursAgo } of DEMO_ITEM_REPORTS) {
		const item = DEMO_ITEMS.find(({ title }) => title === about);
		expect(itemReport.parse({ complaint, type })).toEqual({ complaint, type });
		expect(item?.seller, about).not.toBe(reporter);
		expect(item?.ageHours, about).toBeGreaterThan(hoursAgo);
	}
	for (const { complaint, type, about, reporter, hoursAgo } of DEMO_USER_REPORTS) {
		expect(userReport.parse({ complaint, type })).toMatchObject({ complaint, type });
		expect(about).not.toBe(reporter);
		expect(joinedHoursAgo(reporter), about).toBeGreaterThan(hoursAgo);
	}
	for (const [key, titles] of Object.entries(DEMO_SAVED)) {
		for (const title of titles) {
			const item = DEMO_ITEMS.find((one) => one.title === title);
			expect(item?.seller, title).toBeDefined();
			expect(item?.seller, title).not.toBe(key);
		}
	}
});

describe('pictures of the demo data', () => {
	test('the pictures of the demo data are different WebP files of 4:3, at most 1 MB together, each of one item, none missing or unused', async () => {
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
		expect(totalBytes).toBeLessThanOrEqual(1_000_000);
		const files = await readdir(PICTURES_FOLDER);
		expect(allPictures.toSorted()).toEqual(files.toSorted());
		const contents = await Promise.all(allPictures.map((name) => readFile(pictureFile(name).path)));
		expect(new Set(contents.map((bytes) => bytes.toString('base64'))).size).toBe(contents.length);
	});
});
