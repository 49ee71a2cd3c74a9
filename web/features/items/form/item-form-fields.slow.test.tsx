import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { listCategories } from '#contract/catalogue/endpoints.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { addItem } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_FIELD_NAMES } from '#contract/items/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { sampleCategories } from '#tests/support/catalogue-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import {
	addButton,
	alertTexts,
	fakeItems,
	fillItemForm,
	selectPhotosAndUpload,
	updateButton,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { draftNote } from '#tests/support/form-drafts.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { TEMPLATE_PARAM } from '#web/lib/paths.ts';

const BOOK = {
	category: 'Books',
	condition: 'good' as const,
	subjects: ['EC301'],
	details: { isbn: '9780138147570', author: 'Oppenheim' },
};
const field = (label: string) => page.getByLabelText(label);
const chip = (name: string) => page.getByRole('radio', { name, exact: true });
const removeSubject = page.getByRole('button', { name: 'Remove EC301 Signals & Systems' });

async function openPostForm() {
	const items = fakeItems();
	await renderPage('/post', { as: STUDENT });
	await expect.element(page.getByRole('heading', { name: 'Add New Item' })).toBeVisible();
	return items;
}

async function choose(category: string): Promise<void> {
	await field('Category').selectOptions(category);
}

/** Fills all fields that describe a book. */
async function describeBook(): Promise<void> {
	await fillItemForm({ Category: 'Books' });
	await chip('Good').click();
	await field('ISBN').fill('0-13-814757-4');
	await field('Author').fill('Oppenheim');
	await field('For which subjects').fill('ec301');
	await page.getByRole('option', { name: 'EC301' }).click();
}

async function expectBook(): Promise<void> {
	await expect.element(chip('Good')).toBeChecked();
	await expect.element(field('Author')).toHaveValue('Oppenheim');
	await expect.element(removeSubject).toBeVisible();
}

/** Lets a minute pass, after which the page has these categories. */
async function changeCategories(categories: Category[]): Promise<void> {
	fakeApi.answer(listCategories, { success: true, categories });
	await vi.advanceTimersByTimeAsync(60_000);
	await expect.poll(() => fakeApi.requests(listCategories)).toHaveLength(1);
}

describe('fields and category in the item form', () => {
	test('the form has an input for each field of an item', async () => {
		await openPostForm();
		await choose('Books');
		await expect.element(field('Author')).toBeVisible();

		const { form } = field('Category').element() as HTMLSelectElement;
		const names = [...(form?.elements ?? [])].map((one) => one.getAttribute('name')?.split('.')[0]);

		expect(names).toEqual(expect.arrayContaining(ITEM_FIELD_NAMES));
	});

	test('when the chosen category is renamed, the form keeps the category with its new name and the entered values', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		await openPostForm();
		await describeBook();

		await changeCategories(
			sampleCategories().map((one) =>
				one.name === 'Books' ? { ...one, name: 'Textbooks', formerNames: ['Books'] } : one,
			),
		);

		await expect.element(field('Category')).toHaveValue('Textbooks');
		await expectBook();
	});

	test('when the chosen category is hidden, the form keeps the category and the entered values', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		await openPostForm();
		await describeBook();

		const hidden = ['Books', 'Essentials'];
		await changeCategories(
			sampleCategories().map((one) => ({ ...one, isVisible: !hidden.includes(one.name) })),
		);
		// Once the other hidden category is gone from the options, the form has the changed categories.
		const option = page.getByRole('option', { name: 'Essentials' });
		await expect.element(option).not.toBeInTheDocument();

		await expect.element(field('Category')).toHaveValue('Books');
		await expectBook();
	});
});

describe('fields of a new item', () => {
	test('the form shows the fields of the chosen category', async () => {
		await openPostForm();
		await expect.element(chip('Good')).toBeVisible();
		await expect.element(field('ISBN')).not.toBeInTheDocument();

		await choose('Electronics');
		await expect.element(page.getByRole('group', { name: 'Works' })).toBeVisible();
		await choose('PYQs');

		await expect.element(chip('Mid-semester')).toBeVisible();
		await expect.element(chip('Good')).not.toBeInTheDocument();
		await choose('Books');
		await expect.element(field('ISBN')).toBeVisible();
		await expectAccessible();
	});

	test('when the user chooses another category and then goes back, the entered values are still there', async () => {
		await openPostForm();
		await choose('Electronics');
		await chip('Fair').click();
		await chip('Yes').click();
		await field('Brand').fill('Casio');

		await choose('Instruments');
		await expect.element(field('Brand')).toHaveValue('Casio');
		await choose('PYQs');
		await choose('Electronics');

		await expect.element(field('Brand')).toHaveValue('Casio');
		await expect.element(chip('Yes')).toBeChecked();
		await expect.element(chip('Fair')).toBeChecked();
	});

	test('the form explains the chosen condition, which can be cleared', async () => {
		await openPostForm();
		await chip('Good').click();
		await expect.element(page.getByText('Works, light marks.')).toBeVisible();

		await page.getByRole('button', { name: 'Clear Condition' }).click();

		await expect.element(chip('Good')).not.toBeChecked();
		await expect.element(page.getByText('Choose what fits best.')).toBeVisible();
	});

	test('a book is posted with all its fields, as the server stores them', async () => {
		const items = await openPostForm();
		await fillItemForm();
		await describeBook();
		await selectPhotosAndUpload(await widePhoto());

		await addButton.click();

		await expect.poll(() => items).toMatchObject([BOOK]);
		expect(fakeApi.requests(addItem)).toHaveLength(1);
	});

	test('the price of a new item can be marked as fixed, unless the item is free', async () => {
		const items = await openPostForm();
		await fillItemForm();
		const fixedCheckbox = page.getByRole('checkbox', { name: 'Price fixed' });
		const freeCheckbox = page.getByRole('checkbox', { name: 'Give it away for free' });
		await freeCheckbox.click();
		await expect.element(fixedCheckbox).not.toBeInTheDocument();
		await freeCheckbox.click();
		await fixedCheckbox.click();
		await selectPhotosAndUpload(await widePhoto());

		await addButton.click();

		await expect.poll(() => items).toMatchObject([{ isPriceFixed: true }]);
	});

	test('the draft of a new item keeps all fields of the item', async () => {
		await openPostForm();
		await describeBook();

		await cleanup();
		await renderPage('/post');
		await expect.element(draftNote).toBeVisible();

		await expectBook();
		await expect.element(field('ISBN')).toHaveValue('0-13-814757-4');
	});

	test('a copy of an item whose category is hidden starts without a category', async () => {
		const [item] = fakeItems(sampleItem({ ...BOOK, title: 'Signals' }));
		const categories = sampleCategories().map((one) => ({
			...one,
			isVisible: one.name !== 'Books',
		}));
		await renderPage(`/post?${TEMPLATE_PARAM}=${item?.id}`, { as: STUDENT, categories });

		await expect.element(field('Title')).toHaveValue('Signals');
		await expect.element(field('Category')).toHaveValue('');
	});

	test('a new item can be prefilled from an existing item', async () => {
		const [item = sampleItem()] = fakeItems(sampleItem(BOOK));
		await renderPage(`/post?${TEMPLATE_PARAM}=${item.id}`, { as: STUDENT });

		await expectBook();
	});

	test('a new item with an invalid ISBN is not sent until the ISBN is corrected', async () => {
		const items = await openPostForm();
		await fillItemForm({
			Title: 'Signals',
			Description: 'Clean',
			'Price in ₹': '320',
			Category: 'Books',
		});
		await selectPhotosAndUpload(await widePhoto());
		await field('ISBN').fill('9780138147571');

		await addButton.click();

		await expect.poll(alertTexts).toEqual([ITEM_ERRORS.detailIsbn('ISBN').message]);
		await expect.element(field('ISBN')).toHaveFocus();
		await field('ISBN').fill('9780138147570');
		await expect.poll(alertTexts).toEqual([]);
		await addButton.click();
		await expect.poll(() => items).toHaveLength(1);
	});

	test('the reason for a refused field is shown at its input, and nowhere else', async () => {
		await openPostForm();
		await fillItemForm();
		await describeBook();
		await selectPhotosAndUpload(await widePhoto());
		const issues = [
			{ path: 'details.author', ...ITEM_ERRORS.detailText('Author') },
			{ path: 'subjects', ...ITEM_ERRORS.unknownSubject('EC301') },
		];
		fakeApi.answer(addItem, refuse(400, ITEM_ERRORS.detailText('Author'), { issues }));

		await addButton.click();

		await expect.poll(alertTexts).toEqual(issues.map(({ message }) => message));
		await expect.element(field('Author')).toHaveFocus();
		await removeSubject.click();
		await expect.poll(alertTexts).toEqual([ITEM_ERRORS.detailText('Author').message]);
		await expectBookWithoutSubject();
	});

	test('the reason for a refused field that the form does not have is shown as well', async () => {
		await openPostForm();
		await fillItemForm();
		await selectPhotosAndUpload(await widePhoto());
		const error = ITEM_ERRORS.unknownDetail('volume');
		const issues = [{ path: 'details.volume', ...error }];
		fakeApi.answer(addItem, refuse(400, error, { issues }));

		await addButton.click();

		await expect.poll(alertTexts).toEqual([error.message]);
	});

	async function expectBookWithoutSubject() {
		await expect.element(chip('Good')).toBeChecked();
		await expect.element(field('Author')).toHaveValue('Oppenheim');
	}
});

test('the edit form shows the fields of the item, and a cleared field is stored as empty', async () => {
	const items = fakeItems(sampleItem(BOOK));
	await renderPage(`/update-item/${items[0]?.id}`, { as: STUDENT });
	await expectBook();

	await field('ISBN').fill('');
	await page.getByRole('button', { name: 'Clear Condition' }).click();
	await removeSubject.click();
	await updateButton.click();

	await expect
		.poll(() => items[0])
		.toMatchObject({ condition: null, details: { author: 'Oppenheim' }, subjects: [] });
});
