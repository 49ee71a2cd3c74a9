import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOGUE_MESSAGES, changeSearchWords } from '#contract/admin/catalogue.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { button } from '#tests/support/admin-locators.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeCatalogueLists } from '#tests/support/fake-catalogue.ts';
import { type ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

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
