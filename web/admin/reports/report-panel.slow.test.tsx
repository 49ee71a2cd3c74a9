import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { dismissReport } from '#contract/admin/reports.ts';
import { button, panelOf, text } from '#tests/support/admin-locators.ts';
import { fakeItemReports, itemReport } from '#tests/support/fake-admin-reports.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const panel = panelOf(/^Report about/);
const notes = panel.getByLabelText('Notes (optional)');
const open = (query = '') =>
	renderAdminPage(`${ADMIN_PAGES.reports}${query}`, { as: ADMIN, width: 1440 });

test('notes typed on a report are kept for that report when the panel is closed and reopened, until they are sent', async () => {
	vi.useFakeTimers();
	fakeItemReports(itemReport('Lamp'), itemReport('Kettle'));
	await open();
	await button('View report about Kettle by Meena').click();
	await notes.fill('Asked the seller.');

	await button('Close', panel).click();
	await expect.element(panel).not.toBeInTheDocument();
	await button('View report about Lamp by Meena').click();
	await expect.element(notes).toHaveValue('');
	await button('View report about Kettle by Meena').click();
	await expect.element(notes).toHaveValue('Asked the seller.');
	await button('Dismiss', panel).click();
	await skipUntil(text(REPORT_DECISION_MESSAGES.dismissed));

	expect(fakeApi.requests(dismissReport)[0]?.body.notes).toBe('Asked the seller.');
	await expect.element(text('Asked the seller.', panel)).toBeVisible();
	await expect.element(panel.getByText('Your notes, not sent')).not.toBeInTheDocument();
});

test('notes typed on a report while its decision is being sent stay visible, marked as not sent', async () => {
	vi.useFakeTimers();
	fakeItemReports(itemReport('Kettle'));
	await open();
	await button('View report about Kettle by Meena').click();
	await notes.fill('Asked the seller.');
	const release = fakeApi.hold(dismissReport);
	await button('Dismiss', panel).click();
	await skipUntil(() => fakeApi.requests(dismissReport).length === 1);

	await notes.fill('The seller has answered.');
	release();

	await expect.element(panel.getByText('Your notes, not sent')).toBeVisible();
	await expect.element(text('The seller has answered.', panel)).toBeVisible();
	await expect.element(text('Asked the seller.', panel)).toBeVisible();
});

test('notes typed on a report stay visible when a colleague decides the report first', async () => {
	const report = itemReport('Kettle');
	const stored = fakeItemReports(report);
	await open(`?report=${report.id}`);
	await notes.fill('Asked the seller.');

	stored.change(report.id, { status: 'dismissed' });
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'reports' });

	await expect.element(panel.getByText('Your notes, not sent')).toBeVisible();
	await expect.element(text('Asked the seller.', panel)).toBeVisible();
});

test('when reports are dismissed together, a message counts them, and Undo on one report undoes all', async () => {
	const first = itemReport('Kettle');
	const second = itemReport('Kettle', {
		item: first.Item,
		reporter: { id: 11, userName: 'Farhan' },
	});
	fakeItemReports(second, first, itemReport('Lamp'));
	await open(`?each=all&report=${second.id}`);
	await panel.getByLabelText('Also the other pending report about this item').click();

	await button('Dismiss', panel).click();
	await expect.element(page.getByText('Dismissing 2 reports about Kettle.')).toBeVisible();
	await button('Close', panel).click();
	for (const name of ['Meena', 'Farhan'])
		await expect.element(button(`Undo report about Kettle by ${name}`)).toBeVisible();
	await expect.element(button('Dismiss report about Lamp by Meena')).toBeVisible();
	await button('Undo report about Kettle by Meena').click();

	for (const name of ['Meena', 'Farhan'])
		await expect.element(button(`Dismiss report about Kettle by ${name}`)).toBeVisible();
	expect(fakeApi.requests(dismissReport)).toEqual([]);
});
