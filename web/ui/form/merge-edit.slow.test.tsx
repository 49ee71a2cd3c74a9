import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { updateItem } from '#contract/items/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { changeSearch, listSearches } from '#contract/searches/endpoints.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeItems, updateButton } from '#tests/support/fake-item-form.ts';
import { sampleItem, samplePhoto } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const success = true as const;
const dialog = page.getByRole('dialog', { name: 'Changed elsewhere too' });
const save = dialog.getByRole('button', { name: 'Save' });

/** A form that was filled from the version `old`; the server has the version `new`. */
interface Form {
	path: string;
	/** Changes the form and sends it. */
	change: () => Promise<void>;
	/** The label of the field in the question, and the two values. */
	label: string;
	mine: string;
	theirs: string;
	/** The field as it was sent, of each request. */
	sent: () => { value: unknown; version: string | undefined }[];
	value: unknown;
	saved: Locator;
}

const refuseOld = (current: object) =>
	refuse(409, REQUEST_ERRORS.changedMeanwhile, { current: { ...current, version: 'new' } });

const FORMS: Record<string, () => Form> = {
	'an item': () => {
		const item = sampleItem({ price: 500, version: 'old' });
		fakeItems(item);
		fakeApi.answer(updateItem, ({ body }) =>
			body.version === 'old'
				? refuseOld({ ...item, price: 400 })
				: { success, message: ITEM_MESSAGES.updated, item },
		);
		return {
			path: `/update-item/${item.id}`,
			change: async () => {
				await page.getByLabelText('Price in ₹').fill('450');
				await updateButton.click();
			},
			label: 'Price',
			mine: '₹450',
			theirs: '₹400',
			sent: () =>
				fakeApi
					.requests(updateItem)
					.map(({ body: { price, version } }) => ({ value: price, version })),
			value: 450,
			saved: page.getByText(ITEM_MESSAGES.updated),
		};
	},
	'a saved search': () => {
		const search = {
			id: 1,
			query: 'q=lot',
			name: '“lot”',
			alert: 'daily' as const,
			createdAt: '2026-11-01T10:00:00.000Z',
			newCount: 0,
			missing: null,
			version: 'old',
		};
		fakeApi.answer(listSearches, { success, searches: [search] });
		fakeApi.answer(changeSearch, ({ body }) =>
			body.version === 'old' ? refuseOld({ alert: 'instant' }) : { success, search },
		);
		return {
			path: PAGES.searches,
			change: async () => {
				const choice = page.getByLabelText('Alert for “lot”');
				await expect.element(choice).toBeVisible();
				(choice.element() as HTMLElement).focus();
				await choice.selectOptions('Off');
			},
			label: 'Alert',
			mine: 'Off',
			theirs: 'At once',
			sent: () =>
				fakeApi
					.requests(changeSearch)
					.map(({ body: { alert, version } }) => ({ value: alert, version })),
			value: 'off',
			saved: page.getByText(SEARCH_MESSAGES.changed),
		};
	},
};

test.each(Object.entries(FORMS))(
	'%s that was changed elsewhere while its form was open keeps what this form has, if the user chooses so',
	async (_name, open) => {
		const form = open();
		await renderPage(form.path, { as: STUDENT, width: 360 });
		await form.change();
		const field = dialog.getByRole('group', { name: form.label });
		const mine = field.getByRole('radio', { name: 'Keep mine' });
		await expect.element(mine).toHaveAccessibleDescription(form.mine);
		await expect.element(mine).toHaveFocus();
		await expect.element(mine).not.toBeChecked();
		await expect
			.element(field.getByRole('radio', { name: 'Take theirs' }))
			.toHaveAccessibleDescription(form.theirs);

		await mine.click();
		await save.click();

		await expect.element(form.saved).toBeVisible();
		expect(form.sent()).toEqual([
			{ value: form.value, version: 'old' },
			{ value: form.value, version: 'new' },
		]);
		await expect.element(dialog).not.toBeInTheDocument();
	},
);

test('what was changed elsewhere stays as it is, if the user chooses so, and nothing is sent', async () => {
	const form = FORMS['an item']?.();
	if (!form) throw new Error('There is no such form.');
	await renderPage(form.path, { as: STUDENT });
	await form.change();

	await dialog.getByRole('radio', { name: 'Take theirs' }).click();
	await save.click();

	await expect.element(page.getByText(/stays as it was changed elsewhere/)).toBeVisible();
	expect(form.sent()).toHaveLength(1);
});

test('a question about a change made elsewhere leads back to the form, which has the focus and says why it was not saved', async () => {
	const form = FORMS['a saved search']?.();
	if (!form) throw new Error('There is no such form.');
	await renderPage(form.path, { as: STUDENT });
	await form.change();
	await expect.element(save).toBeVisible();
	await expectAccessible();

	await dialog.getByRole('button', { name: 'Back to the form' }).click();

	const reason = page.getByText(REQUEST_ERRORS.changedMeanwhile.message);
	await expect.element(reason).toBeVisible();
	expect(document.activeElement).not.toBe(document.body);
	expect(form.sent()).toHaveLength(1);
});

test('what only one of two forms has changed is merged without a question, photos too, and the user is told', async () => {
	const photos = [samplePhoto(0), samplePhoto(1)];
	const item = sampleItem({ price: 500, photos, version: 'old' });
	fakeItems(item);
	const others = [samplePhoto(1), samplePhoto(2)];
	fakeApi.answer(updateItem, ({ body }) =>
		body.version === 'old'
			? refuseOld({ ...item, price: 400, photos: others })
			: { success, message: ITEM_MESSAGES.updated, item },
	);
	await renderPage(`/update-item/${item.id}`, { as: STUDENT });

	await page.getByLabelText('Title').fill('Better words');
	await updateButton.click();

	const told = page.getByText('Changed elsewhere meanwhile, and kept: Price, Photos.');
	await expect.element(told).toBeVisible();
	expect(fakeApi.requests(updateItem).at(-1)?.body).toMatchObject({
		title: 'Better words',
		price: 400,
		keepExistingImages: others.map(({ url }) => url),
		version: 'new',
	});
});
