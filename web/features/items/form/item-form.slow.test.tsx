import { describe, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { listCategories } from '#contract/catalogue/endpoints.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { addItem, getPriceGuide } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { PriceGuide } from '#contract/items/price-guide.ts';
import { ITEM_FIELD_NAMES } from '#contract/items/schemas.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { sampleCategories } from '#tests/support/catalogue-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import {
	addButton,
	alertTexts,
	fakeItems,
	fillItemForm,
	photoInput,
	selectPhotosAndUpload,
	updateButton,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

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

describe('fields of a new item', () => {
	test('the form shows the fields of the chosen category, has an input for each field, and posts a book with all of them', async () => {
		const items = await openPostForm();
		await expect.element(chip('Good')).toBeVisible();
		await expect.element(field('ISBN')).not.toBeInTheDocument();
		await choose('Electronics');
		await expect.element(page.getByRole('group', { name: 'Works' })).toBeVisible();
		await choose('PYQs');
		await expect.element(chip('Mid-semester')).toBeVisible();
		await expect.element(chip('Good')).not.toBeInTheDocument();
		await fillItemForm();
		await describeBook();
		await expectAccessible();
		const { form } = field('Category').element() as HTMLSelectElement;
		const names = [...(form?.elements ?? [])].map((one) => one.getAttribute('name')?.split('.')[0]);
		expect(names).toEqual(expect.arrayContaining(ITEM_FIELD_NAMES));

		await selectPhotosAndUpload(await widePhoto());
		await addButton.click();

		await expect.poll(() => items).toMatchObject([BOOK]);
		expect(fakeApi.requests(addItem)).toHaveLength(1);
	});

	test('the reason for a refused field is shown at its input, and nowhere else, until the input is corrected', async () => {
		await openPostForm();
		await fillItemForm();
		await describeBook();
		await field('ISBN').fill('9780138147571');
		await selectPhotosAndUpload(await widePhoto());
		await addButton.click();
		await expect.poll(alertTexts).toEqual([ITEM_ERRORS.detailIsbn('ISBN').message]);
		await expect.element(field('ISBN')).toHaveFocus();
		await field('ISBN').fill('9780138147570');
		await expect.poll(alertTexts).toEqual([]);

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
		await expect.element(chip('Good')).toBeChecked();
		await expect.element(field('Author')).toHaveValue('Oppenheim');
	});
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

describe('invalid values', () => {
	const EMPTY = { Title: '', Description: '', 'Price in ₹': '', Category: '' };
	const ALL_FIELDS = {
		Title: 'Drafter',
		Description: 'Hardly used',
		'Price in ₹': '350',
		Category: 'Books',
	};

	async function expectMessages(...errors: readonly DeclaredError[]): Promise<void> {
		await expect.poll(alertTexts).toEqual(errors.map(({ message }) => message));
	}

	test('all missing and invalid values of a new item are reported, those of the photos first, and the first gets the focus', async () => {
		const items = await openPostForm();
		const { title, description, price, category } = ITEM_ERRORS;
		await fillItemForm(EMPTY);
		await addButton.click();
		await expectMessages(PHOTO_ERRORS.addNone, title, description, price, category);
		expect(document.activeElement).toBe(photoInput());

		await fillItemForm({ ...ALL_FIELDS, Description: '', 'Price in ₹': '1,234.567' });
		await selectPhotosAndUpload(await widePhoto());
		await addButton.click();
		await expectMessages(description, price);
		await expect.element(page.getByLabelText('Description')).toHaveFocus();
		expect(items).toEqual([]);
	});

	test('all missing and invalid values of an edited item are reported', async () => {
		await openEditForm();
		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		const { title, description, price, editPrice, category } = ITEM_ERRORS;
		const { editNone } = PHOTO_ERRORS;
		await fillItemForm(EMPTY);
		await updateButton.click();
		await expectMessages(editNone, title, description, editPrice, category);

		await fillItemForm({ ...ALL_FIELDS, 'Price in ₹': '99,99,999' });
		await updateButton.click();
		await expectMessages(editNone, price);
	});

	async function openEditForm() {
		const [item = sampleItem()] = fakeItems(sampleItem());
		await renderPage(`/update-item/${item.id}`, { as: STUDENT });
		await expect.element(page.getByRole('heading', { name: 'Update Photos' })).toBeVisible();
		await expect.element(page.getByRole('heading', { name: 'Update Item Details' })).toBeVisible();
	}
});

const GUIDE: PriceGuide = {
	success: true,
	count: 12,
	enough: true,
	median: 220,
	low: 180,
	high: 1260,
};
const questions = () => fakeApi.requests(getPriceGuide).map(({ query }) => query);

test('once typing pauses, the price field shows what similar items sold for, without a layout shift', async () => {
	vi.useFakeTimers();
	fakeItems();
	fakeApi.answer(getPriceGuide, GUIDE);
	await renderPage('/post', { as: STUDENT });
	await skipUntil(page.getByText('What you would like to have for it.'));
	const topOf = (one: Locator) => one.element().getBoundingClientRect().top;
	const tops = () => [page.getByLabelText('Category'), addButton].map(topOf);

	// Nothing is asked without a category, or for a title of two characters.
	await fillItemForm({ Title: 'Mini drafter' });
	await vi.advanceTimersByTimeAsync(5000);
	await fillItemForm({ Title: 'Mi', Category: 'Instruments' });
	await vi.advanceTimersByTimeAsync(5000);
	expect(questions()).toEqual([]);
	const before = tops();
	await fillItemForm({ Title: 'Mini drafter' });
	await skipUntil(page.getByText('Similar ones sold for ₹180–₹1,260 (12 sellers)'));

	expect(tops()).toEqual(before);
	await expect.element(page.getByLabelText('Price in ₹')).toHaveAccessibleDescription(/12 sellers/);
	await page.getByRole('radio', { name: 'Good', exact: true }).click();
	await page.getByLabelText('For which subjects').fill('me101');
	await page.getByRole('option', { name: 'ME101' }).click();
	await skipUntil(() => questions().at(-1)?.subject === 'ME101');
	const asked = { title: 'Mini drafter', category: 'Instruments' };
	expect(questions().at(-1)).toEqual({ ...asked, condition: 'good', subject: 'ME101' });
});
