import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { PHOTO_MESSAGES } from '#contract/photos/photos.ts';
import { users } from '#server/db/schema/users.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports, inAllViewports } from '#tests/support/page-checks.ts';
import { markSoldAs, type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { alertTexts, selectPhotos } from '#tests/support/posting.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const { db, admin, callAs } = await openAdminAccess();

async function openProfile(person: Person): Promise<Page> {
	const page = await visit('/profile', { as: person });
	await page.getByRole('heading', { name: `@${person.userName}` }).waitFor();
	return page;
}

/** The only picture from the server on a page without uploads. */
const profilePicture = (page: Page) => page.getByRole('main').locator('img[src*="/photos/"]');

test('the profile shows the user’s name, year of joining and items', async () => {
	const person = await signUpPerson('Meera');
	// Already the new year in the college's time zone.
	const joined = new Date('2023-12-31T20:00:00Z');
	await db.update(users).set({ createdAt: joined }).where(eq(users.id, person.id));
	const page = await openProfile(person);
	const statistics = page.getByRole('definition');

	await page.getByText(person.email).waitFor();
	await page.getByText(PROFILE_MESSAGES.emptyTitle).waitFor();
	await page.getByText(PROFILE_MESSAGES.emptyText).waitFor();
	expect(await statistics.allInnerTexts()).toEqual(['0', '2024']);

	const item = await postItemAs(person, { title: 'Slide rule' });
	await page.reload();
	const upload = page.getByRole('article', { name: 'Slide rule' });
	await upload.getByText(ITEM_FIELDS.description).waitFor();
	expect(await statistics.allInnerTexts()).toEqual(['1', '2024']);
	await upload.getByRole('link', { name: 'View' }).click();
	await page.waitForURL(`/item/${item}`);
});

test('a new picture is previewed and cropped before it is saved, by mouse or keyboard, and stays', async () => {
	const page = await openProfile(await signUpPerson());
	await selectPhotos(page, await jpeg({ width: 800, height: 600 }));
	const dialog = page.getByRole('dialog', { name: 'Your new picture' });
	const [across, down] = ['Left and right', 'Up and down'].map((name) =>
		dialog.getByRole('slider', { name }),
	);
	const frame = dialog.getByRole('img', { name: 'How others will see you' });
	await frame.waitFor();
	expect(await profilePicture(page).count()).toBe(0);
	expect(await down?.isDisabled()).toBe(true);
	await inAllViewports(page, async () =>
		expect(await findAccessibilityViolations(page)).toEqual([]),
	);

	const bounds = await frame.boundingBox();
	const [x, y] = [(bounds?.x ?? 0) + 120, (bounds?.y ?? 0) + 120];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + 60, y);
	await page.mouse.up();
	expect(Number(await across?.inputValue())).toBeLessThan(0.5);
	await across?.focus();
	await page.keyboard.press('End');
	expect(await across?.inputValue()).toBe('1');
	await dialog.getByRole('slider', { name: 'Zoom' }).focus();
	await page.keyboard.press('ArrowRight');
	expect(await down?.isDisabled()).toBe(false);
	await dialog.getByRole('button', { name: 'Use this picture' }).click();

	await dialog.waitFor({ state: 'detached' });
	await profilePicture(page).waitFor();
	const address = await profilePicture(page).getAttribute('src');
	await page.reload();
	await profilePicture(page).waitFor();
	expect(await profilePicture(page).getAttribute('src')).toBe(address);
	const shape = () =>
		profilePicture(page).evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
			naturalWidth,
			naturalHeight,
		]);
	await expect.poll(shape).toEqual([320, 320]);
});

test('a picture that was picked by mistake is not uploaded, and a saved one can be removed', async () => {
	const page = await openProfile(await signUpPerson());
	await selectPhotos(page, await jpeg());
	await page.getByRole('button', { name: 'Cancel' }).click();
	expect(await profilePicture(page).count()).toBe(0);
	expect(await page.getByRole('button', { name: 'Remove picture' }).count()).toBe(0);

	await selectPhotos(page, await jpeg());
	await page.getByRole('button', { name: 'Use this picture' }).click();
	await profilePicture(page).waitFor();
	await page.getByRole('button', { name: 'Remove picture' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).click();

	await page.getByText(PROFILE_MESSAGES.pictureRemoved).waitFor();
	await profilePicture(page).waitFor({ state: 'detached' });
});

test('a failed picture upload gives a message for each reason', async () => {
	const page = await openProfile(await signUpPerson());
	const expectOnlyMessage = async (message: string) => {
		await page.getByRole('alert').getByText(message).waitFor();
		expect(await alertTexts(page)).toEqual([message]);
	};

	await selectPhotos(page, { name: 'notes.jpg', bytes: Buffer.from('no photo') });
	await expectOnlyMessage(PROFILE_MESSAGES.pictureFailed);
	await page.getByText(PHOTO_MESSAGES.unreadable(['notes.jpg'])).waitFor();

	await page.route('**/api/profile/update-profile-picture/*', (route) => route.abort());
	await selectPhotos(page, await jpeg());
	const use = page.getByRole('button', { name: 'Use this picture' });
	await use.click();
	await expectOnlyMessage(PROFILE_MESSAGES.pictureError);

	await page.evaluate(() => localStorage.removeItem('userId'));
	await use.click();
	await expectOnlyMessage(PROFILE_MESSAGES.noUserId);
	await page.getByRole('button', { name: 'Cancel' }).click();
	expect(await profilePicture(page).count()).toBe(0);
});

test('a picture that the browser cannot show is sent unchanged, and the server checks it', async () => {
	const page = await openProfile(await signUpPerson());

	await selectPhotos(page, { name: 'phone.heic', bytes: Buffer.from('no photo') });
	await page.getByText('you can’t crop it here').waitFor();
	await page.getByRole('button', { name: 'Use this picture' }).click();

	await page.getByText(PROFILE_MESSAGES.pictureFailed).waitFor();
	await page.getByText(PHOTO_MESSAGES.unreadable(['phone.heic'])).waitFor();
});

test('an item that administrators took down is marked so in the user’s uploads and on its page', async () => {
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

test('items on sale and sold items are two tabs, selected by mouse, keyboard and URL', async () => {
	const person = await signUpPerson();
	const sold = await postItemAs(person, { title: 'Old lamp' });
	await markSoldAs(person, sold);
	const page = await openProfile(person);
	const tab = (name: string) => page.getByRole('tab', { name, exact: true });
	const upload = (name: string) => page.getByRole('article', { name });
	const isChosen = (name: string) => tab(name).getAttribute('aria-selected');

	// Everything is sold, so the sold items are shown.
	await upload('Old lamp').waitFor();
	expect(await isChosen('Sold (1)')).toBe('true');

	await postItemAs(person, { title: 'New lamp' });
	await page.reload();
	await upload('New lamp').getByText('New', { exact: true }).waitFor();
	expect(await upload('Old lamp').count()).toBe(0);
	await tab('On sale (1)').focus();
	await page.keyboard.press('ArrowRight');
	await expectFocus(tab('Sold (1)'));
	await upload('Old lamp').waitFor();
	await page.reload();
	await upload('Old lamp').waitFor();
	await page.getByRole('tabpanel', { name: 'Sold (1)' }).waitFor();
	await expectAccessibleInAllViewports(page);
	await tab('On sale (1)').click();
	await upload('New lamp').waitFor();
});
