import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';
import { selectPhotos } from '#tests/support/posting.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

async function openProfile(person: Person): Promise<Page> {
	const page = await visit('/profile', { as: person });
	await page.getByRole('heading', { name: `@${person.userName}` }).waitFor();
	return page;
}

/** The only picture from the server on a page without uploads. */
const profilePicture = (page: Page) => page.getByRole('main').locator('img[src*="/photos/"]');

test('an unreadable profile picture is refused; a valid picture is cropped by mouse and keyboard, saved, and removed again', async () => {
	const page = await openProfile(await signUpPerson());
	await selectPhotos(page, { name: 'phone.heic', bytes: Buffer.from('no photo') });
	await page.getByRole('button', { name: 'Use this picture' }).click();
	await page.getByText(PHOTO_ERRORS.unreadable(['phone.heic']).message).waitFor();
	await page.getByRole('button', { name: 'Cancel' }).click();

	await selectPhotos(page, await jpeg({ width: 800, height: 600 }));
	const dialog = page.getByRole('dialog', { name: 'Your new picture' });
	const [across, down] = ['Left and right', 'Up and down'].map((name) =>
		dialog.getByRole('slider', { name }),
	);
	const frame = dialog.getByRole('img', { name: 'How others will see you' });
	await frame.waitFor();
	expect(await profilePicture(page).count()).toBe(0);
	expect(await down?.isDisabled()).toBe(true);

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

	await page.getByRole('button', { name: 'Remove picture' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).click();
	await page.getByText(PROFILE_MESSAGES.pictureRemoved).waitFor();
	await profilePicture(page).waitFor({ state: 'detached' });
});
