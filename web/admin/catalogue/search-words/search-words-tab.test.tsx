import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOGUE_MESSAGES, changeSearchWords } from '#contract/admin/catalogue.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { button } from '#tests/support/admin-locators.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeCatalogueLists } from '#tests/support/fake-catalogue.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const status = page.getByRole('status');
const filter = page.getByLabelText('Find a word');
const group = (position: number) => page.getByLabelText(`Group ${position}`);
const save = button('Save search words');

async function openWords(as = SUPER_ADMIN as typeof ADMIN): Promise<void> {
	await renderAdminPage(`${ADMIN_PAGES.campus}?list=words`, { as, width: 1280 });
	await expect.element(group(1)).toBeVisible();
}

test('a group of search words found by the filter stays visible when its edited text no longer matches, even after the save', async () => {
	fakeCatalogueLists();
	await openWords();

	await filter.fill('apron');
	await expect.element(group(1)).not.toBeInTheDocument();
	await group(2).click();
	await userEvent.keyboard('{End}{Backspace}');
	await expect.element(group(2)).toHaveValue('labcoat, lab coat, apro');
	await expect.element(group(2)).toHaveFocus();
	await save.click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	await expect.element(group(2)).toHaveValue('labcoat, lab coat, apro');
	await filter.fill('aprons');
	await expect.element(status.getByText('No group has this word.')).toBeVisible();
	await expect.element(group(2)).not.toBeInTheDocument();
});

test('a search word group that is shown because of an error stays visible while the error is corrected', async () => {
	fakeCatalogueLists();
	await openWords();
	await group(2).fill('calci, coat');
	await filter.fill('calculator');
	await save.click();
	const { message } = CATALOGUE_ERRORS.wordInTwoGroups('calci');
	await expect.element(page.getByText(message)).toBeVisible();

	await group(2).fill('apron, coat');

	await expect.element(page.getByText(message)).not.toBeInTheDocument();
	await expect.element(group(2)).toHaveFocus();
});

test('search words typed during a running save are kept and sent with the next save', async () => {
	fakeCatalogueLists();
	await openWords();
	const release = fakeApi.hold(changeSearchWords);
	await group(1).fill('calci, calculator, casio');
	await save.click();

	await group(2).fill('labcoat, lab coat');
	await expect.element(button('Discard')).toBeDisabled();
	release();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	await expect.element(group(2)).toHaveValue('labcoat, lab coat');
	await expect.element(page.getByText('Not saved yet.')).toBeVisible();
	await save.click();
	await expect.poll(() => fakeApi.requests(changeSearchWords).length).toBe(2);
	expect(fakeApi.requests(changeSearchWords)[1]?.body).toEqual({
		version: 2,
		searchWords: [
			['calci', 'calculator', 'casio'],
			['labcoat', 'lab coat'],
		],
	});
	await expect.element(button('Discard')).not.toBeInTheDocument();
});

test('search words that an ordinary administrator can only read do not look like an input', async () => {
	fakeCatalogueLists();
	await openWords(ADMIN);

	const { borderTopColor, backgroundColor } = getComputedStyle(group(1).element());

	expect([borderTopColor, backgroundColor]).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
});
