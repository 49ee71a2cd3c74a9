import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHOTO_MESSAGES } from '#contract/photos.ts';
import { PROFILE_MESSAGES } from '#contract/profile.ts';
import { users } from '#server/db/tables/users.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { openOffice } from '#tests/support/office.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/pictures.ts';
import { alertsOn, pick } from '#tests/support/posting.ts';

const { visit } = await openBrowser();
const { db, admin, callAs } = await openOffice();

async function openProfile(person: Person): Promise<Page> {
	const page = await visit('/profile', { as: person });
	await page.getByRole('heading', { name: `@${person.userName}` }).waitFor();
	return page;
}

/** The only picture of a page without uploads. */
const picture = (page: Page) => page.getByRole('main').locator('img');

test('the profile says who one is, since which year, and what one has on the market', async () => {
	const person = await signUpPerson('Meera');
	// It is the new year by the college's clocks.
	const joined = new Date('2023-12-31T20:00:00Z');
	await db.update(users).set({ createdAt: joined }).where(eq(users.id, person.id));
	const page = await openProfile(person);
	const figures = page.getByRole('definition');

	await page.getByText(person.email).waitFor();
	await page.getByText(PROFILE_MESSAGES.emptyTitle).waitFor();
	await page.getByText(PROFILE_MESSAGES.emptyText).waitFor();
	expect(await figures.allInnerTexts()).toEqual(['0', '2024']);

	const item = await postItemAs(person, { title: 'Slide rule' });
	await page.reload();
	const upload = page.getByRole('article', { name: 'Slide rule' });
	await upload.getByText(ITEM_FIELDS.description).waitFor();
	expect(await figures.allInnerTexts()).toEqual(['1', '2024']);
	await upload.getByRole('link', { name: 'View' }).click();
	await page.waitForURL(`/item/${item}`);
});

test('a new picture takes the place of the initials, and stays', async () => {
	const page = await openProfile(await signUpPerson());
	expect(await picture(page).count()).toBe(0);

	await page.getByText('Upload New Picture').waitFor();
	await pick(page, await jpeg());

	await picture(page).waitFor();
	const address = await picture(page).getAttribute('src');
	await page.reload();
	await picture(page).waitFor();
	expect(await picture(page).getAttribute('src')).toBe(address);
	const width = () => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth);
	await expect.poll(width).toBe(320);
});

test('a picture that does not get through is told in words for each reason', async () => {
	const page = await openProfile(await signUpPerson());
	const photo = await jpeg();
	const expectAlone = async (message: string) => {
		await page.getByRole('alert').getByText(message).waitFor();
		expect(await alertsOn(page)).toEqual([message]);
	};

	await pick(page, { name: 'notes.jpg', bytes: Buffer.from('no photo') });
	await expectAlone(PROFILE_MESSAGES.pictureFailed);
	await page.getByText(PHOTO_MESSAGES.unreadable(['notes.jpg'])).waitFor();

	await page.route('**/api/profile/update-profile-picture/*', (route) => route.abort());
	await pick(page, photo);
	await expectAlone(PROFILE_MESSAGES.pictureError);

	await page.evaluate(() => localStorage.removeItem('userId'));
	await pick(page, photo);
	await expectAlone(PROFILE_MESSAGES.noUserId);
	expect(await picture(page).count()).toBe(0);
});

test('what administrators have taken down is called so among one’s uploads as on its page', async () => {
	const person = await signUpPerson();
	const item = await postItemAs(person, { title: 'Slide rule' });
	await callAs(await admin())('PUT', `/admin/items/${item}/ban`, {});
	const page = await openProfile(person);
	const upload = page.getByRole('article', { name: 'Slide rule' });

	await upload.getByText('Taken down', { exact: true }).waitFor();
	await upload.getByRole('link', { name: 'View' }).click();

	await page.waitForURL(`/item/${item}`);
	await page.getByRole('main').getByText('Taken down', { exact: true }).waitFor();
});
