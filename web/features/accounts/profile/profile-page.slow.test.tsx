import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
	getProfile,
	removeProfilePicture,
	updateProfilePicture,
} from '#contract/accounts/endpoints.ts';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { isolated } from '#contract/core/format.ts';
import { putBackItem, removeItem } from '#contract/items/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { alertTexts, pictureFile, selectPhotos } from '#tests/support/fake-item-form.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { profileReply } from '#tests/support/profile-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const name = page.getByRole('heading', { name: `@${STUDENT.userName}` });
const button = (label: string) => page.getByRole('button', { name: label });
const tab = (label: string) => page.getByRole('tab', { name: label, exact: true });
const upload = (title: string) => page.getByRole('article', { name: title });
const dialog = page.getByRole('dialog', { name: 'Your new picture' });
const slider = (label: string) => dialog.getByRole('slider', { name: label });
const useIt = button('Use this picture');

const lamp = (title: string, status: ItemDetails['status']) =>
	sampleItem({ title, status, isAvailable: status === 'available' });

/** The profile page. A new or removed picture is in the next answer. */
async function openProfile(items: ItemDetails[] = [], changes: Partial<typeof STUDENT> = {}) {
	const account = { ...changes };
	fakeApi.answer(getProfile, () => profileReply(items, account));
	fakeApi.answer(updateProfilePicture, () => {
		const url = '/icons/192.png';
		account.profilePicUrl = url;
		return { success: true, profilePictureUrl: url, data: { profilePicUrl: url } };
	});
	fakeApi.answer(removeProfilePicture, () => {
		account.profilePicUrl = null;
		return { success: true, message: PROFILE_MESSAGES.pictureRemoved };
	});
	await renderPage('/profile', {
		as: STUDENT,
	});
	await expect.element(name).toBeVisible();
}

describe('profile page', () => {
	test('the profile shows items on sale and items that administrators took down', async () => {
		const items = [lamp('New lamp', 'available'), lamp('Banned lamp', 'banned')];
		await openProfile(items);

		await expect.element(upload('New lamp').getByText('New', { exact: true })).toBeVisible();
		await expect
			.element(upload('New lamp').getByText(items[0]?.description ?? ''))
			.toBeInTheDocument();
		const view = upload('New lamp').getByRole('link', { name: 'View' });
		await expect.element(view).toHaveAttribute('href', `/item/${items[0]?.id}`);
		const label = upload('Banned lamp').getByText('Taken down', { exact: true });
		await expect.element(label).toBeVisible();
	});

	test('an item can be removed and put back: by Undo, and later on the tab of removed items, which shows the days left', async () => {
		const item = lamp('New lamp', 'available');
		const day = 24 * 3_600_000;
		const change = (status: ItemDetails['status'], message: string) => () => {
			const keptUntil = new Date(Date.now() + 12 * day).toISOString();
			Object.assign(item, { status, keptUntil: status === 'removed' ? keptUntil : undefined });
			return { success: true as const, message, item };
		};
		fakeApi.answer(removeItem, change('removed', ITEM_MESSAGES.removed));
		fakeApi.answer(putBackItem, change('available', ITEM_MESSAGES.putBack));
		await openProfile([item]);
		const remove = async () => {
			await upload('New lamp').getByRole('button', { name: 'Remove' }).click();
			const question = page.getByRole('alertdialog', { name: `Remove ${isolated('New lamp')}` });
			await question.getByRole('button', { name: 'Remove' }).click();
			await expect.element(page.getByText(ITEM_MESSAGES.removed)).toBeVisible();
		};

		await remove();
		await button('Undo').click();
		await expect.element(upload('New lamp')).toBeVisible();
		await remove();
		await tab('Removed (1)').click();
		await expect.element(upload('New lamp').getByText('12 days left')).toBeVisible();
		await upload('New lamp').getByRole('button', { name: 'Put back' }).click();

		await expect.element(tab('On sale (1)')).toBeVisible();
		expect(fakeApi.requests(putBackItem)).toHaveLength(2);
	});

	test('the tabs of items on sale and sold items work by mouse and keyboard, and the URL names the selected tab', async () => {
		await openProfile([lamp('New lamp', 'available'), lamp('Old lamp', 'sold')]);
		await expect.element(upload('New lamp')).toBeVisible();
		await expect.element(upload('Old lamp')).not.toBeInTheDocument();

		(tab('On sale (1)').element() as HTMLElement).focus();
		await userEvent.keyboard('{ArrowRight}');

		await expect.element(tab('Sold (1)')).toHaveFocus();
		await expect.element(page.getByRole('tabpanel', { name: 'Sold (1)' })).toBeVisible();
		await expect.element(upload('Old lamp')).toBeVisible();
		expect(window.location.search).toBe('?tab=sold');
		await tab('On sale (1)').click();
		await expect.element(upload('New lamp')).toBeVisible();
	});
});

describe('new profile picture', () => {
	const widePhoto = () => pictureFile('me.jpg', 80, 60);
	const broken = (file: string) => new File(['no photo'], file);

	test('a new picture can be cropped by keyboard, is saved as a square, and can be removed later', async () => {
		await openProfile();
		selectPhotos(await widePhoto());
		await expect
			.element(dialog.getByRole('img', { name: 'How others will see you' }))
			.toBeVisible();
		await expect.element(slider('Up and down')).toBeDisabled();
		await expectAccessible();

		(slider('Left and right').element() as HTMLElement).focus();
		await userEvent.keyboard('{End}');
		await expect.element(slider('Left and right')).toHaveValue('1');
		(slider('Zoom').element() as HTMLElement).focus();
		await userEvent.keyboard('{ArrowRight}');
		await expect.element(slider('Up and down')).toBeEnabled();
		await useIt.click();

		await expect.element(dialog).not.toBeInTheDocument();
		const [
			{
				files: [sent],
			} = { files: [] },
		] = fakeApi.requests(updateProfilePicture);
		const { width, height } = await createImageBitmap(sent as File);
		expect(width).toBe(height);
		await button('Remove picture').click();
		await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).click();
		await expect.element(page.getByText(PROFILE_MESSAGES.pictureRemoved)).toBeVisible();
		await expect.element(button('Remove picture')).not.toBeInTheDocument();
		await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
	});

	test('an unreadable picture, a lost connection and a missing user id are each reported with their own message', async () => {
		await openProfile();
		selectPhotos(broken('notes.jpg'));
		await expect.poll(alertTexts).toEqual([PROFILE_MESSAGES.pictureFailed]);
		const unreadable = page.getByText(PHOTO_ERRORS.unreadable(['notes.jpg']).message);
		await expect.element(unreadable).toBeVisible();

		fakeApi.answer(updateProfilePicture, NO_CONNECTION);
		selectPhotos(await widePhoto());
		await useIt.click();
		await expect.poll(alertTexts).toEqual([PROFILE_MESSAGES.pictureError]);
		localStorage.removeItem('userId');
		await useIt.click();
		await expect.poll(alertTexts).toEqual([PROFILE_MESSAGES.noUserId]);
	});

	test('a picture that the browser cannot show is sent without a crop, and the server’s refusal is shown', async () => {
		await openProfile();
		fakeApi.answer(updateProfilePicture, refuse(400, PHOTO_ERRORS.unreadable(['phone.heic'])));

		selectPhotos(broken('phone.heic'));
		await expect.element(dialog.getByText('you can’t crop it here')).toBeVisible();
		await useIt.click();

		await expect.poll(alertTexts).toEqual([PROFILE_MESSAGES.pictureFailed]);
		const reason = dialog.getByText(PHOTO_ERRORS.unreadable(['phone.heic']).message);
		await expect.element(reason).toBeVisible();
	});
});
