import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getItemAnalytics } from '#contract/admin/analytics.ts';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { button, rowOf } from '#tests/support/admin-locators.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeCatalogueLists } from '#tests/support/fake-catalogue.ts';
import { renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { fakeStatistics } from '#tests/support/statistics-replies.ts';

const open = (path: string) => renderAdminPage(path, { as: SUPER_ADMIN, width: 1440 });
const goTo = (name: string) => page.getByRole('link', { name, exact: true }).click();
const itemsByCategory = page.getByRole('region', { name: 'Available items by category' });
/** React's strict mode mounts the analytics page twice, and each mount loads the item statistics. */
const LOADS_OF_PAGE = 2;
const countStatisticsLoads = () => fakeApi.requests(getItemAnalytics).length;

async function save(list: string): Promise<void> {
	await button(`Save ${list}`).click();
	await expect
		.element(page.getByRole('status').getByText(CATALOGUE_MESSAGES.saved).first())
		.toBeVisible();
}

test('after a category is renamed, the item list and the analytics show the new name at once', async () => {
	fakeCatalogueLists();
	fakeStatistics({ category: 'Instruments' });
	const drafter = adminItem('Drafter', { category: 'Instruments' });
	const items = fakeAdminItems(drafter);
	await open(ADMIN_PAGES.analytics);
	await expect.element(itemsByCategory.getByText('Instruments')).toBeVisible();
	await goTo('Items');
	await expect.element(rowOf('Drafter').getByText('Instruments')).toBeVisible();
	await goTo('Campus');

	await page.getByLabelText('Name of category 4').fill('Tools');
	items.change(drafter.id, { category: 'Tools' });
	fakeStatistics({ category: 'Tools' });
	await save('categories');

	await goTo('Items');
	await expect.element(rowOf('Drafter').getByText('Tools')).toBeVisible();
	await goTo('Analytics');
	await expect.element(itemsByCategory.getByText('Tools')).toBeVisible();
	await expect.element(itemsByCategory.getByText('Instruments')).not.toBeInTheDocument();
});

test('saving a changed hand-over spot does not reload the statistics, since the audit log records each load', async () => {
	fakeCatalogueLists();
	fakeStatistics();
	await open(ADMIN_PAGES.analytics);
	await expect.poll(countStatisticsLoads).toBe(LOADS_OF_PAGE);
	await goTo('Campus');
	await page.getByRole('tab', { name: 'Spots' }).click();

	await page.getByLabelText('Name of spot 1').fill('Reading room');
	await save('spots');
	await goTo('Analytics');

	await expect.element(page.getByRole('heading', { name: 'Analytics' }).first()).toBeVisible();
	expect(countStatisticsLoads()).toBe(LOADS_OF_PAGE);
});
