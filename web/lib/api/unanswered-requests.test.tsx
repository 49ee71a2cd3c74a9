import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { markSold } from '#contract/deals/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { uploadPhoto } from '#contract/photos/endpoints.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeItems, selectPhotos, widePhoto } from '#tests/support/fake-item-form.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

beforeEach(() => void vi.useFakeTimers());

test('when a sale gets no response, its dialog shows an error and can be closed', async () => {
	const { id } = fakeItemPage({ userId: STUDENT.id });
	fakeApi.answer(markSold, NO_CONNECTION);
	fakeApi.hold(markSold);
	await renderPage(`/item/${id}`, { as: STUDENT });

	await page.getByRole('button', { name: 'Mark as Sold' }).click();
	await page.getByRole('button', { name: 'Proceed' }).click();
	await vi.advanceTimersByTimeAsync(30_000);

	await expect.element(page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection)).toBeVisible();
	await page.getByRole('button', { name: 'Cancel' }).click();
	await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('a photo upload that gets no response is shown as waiting and is retried automatically', async () => {
	fakeItems();
	const release = fakeApi.hold(uploadPhoto);
	await renderPage('/post', { as: STUDENT });
	await expect.element(page.getByLabelText('Title')).toBeVisible();

	selectPhotos(await widePhoto());
	const keptOnDevice = page.getByText(UPLOAD_MESSAGES.keptOnDevice);
	await skipUntil(keptOnDevice.first());
	release();
	await vi.advanceTimersByTimeAsync(40_000);

	await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
	await expect.element(keptOnDevice).not.toBeInTheDocument();
});
