import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const person = await signUpPerson('Meera');
const item = await postItemAs(person, { title: 'Set square' });

const PATHS = [
	'/category/Books',
	'/category/All?q=set+square',
	`/item/${item}`,
	`/people/${person.id}`,
	'/nowhere',
	'/chats',
	`/availableBuyers/${item}`,
	'/profile',
	'/post',
	'/account',
	'/notifications',
	'/searches',
	'/my-reports',
	'/about',
	'/rules',
	'/feedback',
];

test.each([
	[390, '27px'],
	[1280, '35px'],
])('in a window %i px wide, the main headings of all pages have one size', async (width, size) => {
	const page = await visit('/about', { as: person, width });

	for (const path of PATHS) {
		await page.goto(path);
		const heading = page.getByRole('heading', { level: 1 });
		await heading.waitFor();
		expect([path, await heading.evaluate((drawn) => getComputedStyle(drawn).fontSize)]).toEqual([
			path,
			size,
		]);
	}
});
