import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { button, panelOf, press, pressByKeyboard, rowOf } from '#tests/support/admin-locators.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import { fakeItemReports, itemReport } from '#tests/support/fake-admin-reports.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const NAME = 'report about Kettle by Meena';
const noReports = page.getByText('No reports match these filters.');
const listOf = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true });
const open = (path: string) => renderAdminPage(path, { as: ADMIN, width: 1280 });

/** Opens a list with one pending report, with fake timers for its delayed decision. */
async function openPending(): Promise<void> {
	vi.useFakeTimers();
	fakeItemReports(itemReport('Kettle'));
	await open(`${ADMIN_PAGES.reports}?status=pending`);
	await expect.element(button(`View ${NAME}`)).toBeVisible();
}

/** Confirms the deletion of the last item, and expects that the empty list has the focus. */
async function deleteAndExpectListFocus(dialog: Locator): Promise<void> {
	await pressByKeyboard(button('Delete', dialog));
	await expect.element(page.getByText('No items yet')).toBeVisible();
	await expect.element(listOf('Items')).toHaveFocus();
}

test('when a decision removes the last row of a back-office list, the list receives the focus', async () => {
	await openPending();

	await pressByKeyboard(button(`Dismiss ${NAME}`));
	await skipUntil(noReports);

	await expect.element(listOf('Item reports')).toHaveFocus();
});

test('when the last row of a back-office list is deleted, the list receives the focus', async () => {
	fakeAdminItems(adminItem('Lamp'));
	await open(ADMIN_PAGES.items);
	await expect.element(button('More for Lamp')).toBeVisible();

	await pressByKeyboard(button('More for Lamp'));
	await pressByKeyboard(button('Delete Lamp'));
	const deletion = page.getByRole('dialog', { name: /^Delete .*Lamp/ });
	await deletion.getByLabelText('Reason').fill('Not theirs');
	await deleteAndExpectListFocus(deletion);
});

test('when the panel of a report closes, the focus returns to the row of that report, even if a newer report has arrived meanwhile', async () => {
	const stored = fakeItemReports(itemReport('Lamp'), itemReport('Kettle'));
	await open(ADMIN_PAGES.reports);
	await expect.element(rowOf('Kettle')).toBeVisible();
	await press('j', 'j', '{Enter}');
	const panel = panelOf('Report about Kettle by Meena');
	await expect.element(panel).toBeVisible();

	stored.add(itemReport('Bicycle'));
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'reports' });
	await expect.element(rowOf('Bicycle')).toBeVisible();
	await press('{Escape}');

	await expect.element(panel).not.toBeInTheDocument();
	await expect.element(button(`View ${NAME}`)).toHaveFocus();
});
