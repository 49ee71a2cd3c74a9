import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	type AdminUserReport,
	dismissReport,
	listReports,
	listUserReports,
	resolveReport,
} from '#contract/admin/reports.ts';
import { answerQuestion, button, panelOf, press } from '#tests/support/admin-locators.ts';
import {
	fakeItemReports,
	fakeUserReports,
	itemReport,
	userReport,
} from '#tests/support/fake-admin-reports.ts';
import { fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const panel = panelOf(/^Report about/);
const open = (path: string) => renderAdminPage(path, { as: ADMIN, width: 1440 });
const countQueueLoads = () =>
	fakeApi.requests(listReports).filter(({ query }) => query.each === 'target').length;
const start = () => button('Work through pending').click();

describe('Queue of pending reports', () => {
	test('an administrator decides pending reports by keyboard, oldest first, and returns to a skipped report at the end', async () => {
		vi.useFakeTimers();
		fakeItemReports(itemReport('Lamp'), itemReport('Kettle'));
		await open(ADMIN_PAGES.reports);
		await start();
		await expect.element(panel.getByRole('link', { name: 'Kettle' })).toBeVisible();
		await expect.element(panel.getByText('2 items left')).toBeVisible();

		await press('n');
		await expect.element(panel.getByRole('link', { name: 'Lamp' })).toBeVisible();
		await expect.element(panel.getByText('2 items left, 1 of them skipped')).toBeVisible();
		await press('a');
		const summary = panelOf('Pending reports');
		await expect.element(summary.getByText('Those that you skipped are still here.')).toBeVisible();
		await button('Go through them again', summary).click();
		await expect.element(panel.getByRole('link', { name: 'Kettle' })).toBeVisible();
		await press('r');
		await expect.element(summary.getByText('Nothing is waiting for a decision.')).toBeVisible();
		await press('{Escape}');

		await expect.element(summary).not.toBeInTheDocument();
		expect(window.location.search).not.toContain('queue');
		await vi.advanceTimersByTimeAsync(10_500);
		await expect.poll(() => fakeApi.requests(dismissReport)).toHaveLength(1);
		expect(fakeApi.requests(resolveReport)).toHaveLength(1);
	});

	test('while a decision on a report is being sent, the queue does not return to the report', async () => {
		vi.useFakeTimers();
		const stored = fakeItemReports(itemReport('Lamp'), itemReport('Kettle'), itemReport('Drafter'));
		await open(ADMIN_PAGES.reports);
		await start();
		await expect.element(panel.getByRole('link', { name: 'Drafter' })).toBeVisible();
		const release = fakeApi.hold(dismissReport);
		await press('r');
		await expect.element(panel.getByRole('link', { name: 'Kettle' })).toBeVisible();
		await skipUntil(() => fakeApi.requests(dismissReport).length === 1);
		await expect.element(panel.getByText('2 items left')).toBeVisible();

		await press('r');

		await expect.element(panel.getByRole('link', { name: 'Lamp' })).toBeVisible();
		await expect.element(panel.getByText('1 item left')).toBeVisible();
		// The new report is counted as soon as the queue has been reloaded.
		stored.add(itemReport('Fan'));
		release();
		await expect.element(page.getByText(REPORT_DECISION_MESSAGES.dismissed)).toBeVisible();
		await expect.element(panel.getByText('2 items left')).toBeVisible();
	});

	test('when all reports of a page are skipped, the queue continues with the next page', async () => {
		const [first, second] = [userReport('Farhan'), userReport('Gauri')];
		fakeUserReports(second, first);
		// Pages of one report each.
		fakeApi.answer(listUserReports, ({ query }) => ({
			success: true,
			userReports: [query.page === 1 ? first : second] as AdminUserReport[],
			pagination: {
				currentPage: query.page,
				totalPages: 2,
				total: 2,
				isExact: true,
				hasPrev: query.page > 1,
				hasNext: query.page === 1,
			},
		}));
		await open(ADMIN_PAGES.userReports);
		await start();
		await expect.element(panelOf('Report about Farhan by Meena')).toBeVisible();

		await button('Skip', panel).click();

		await expect.element(panelOf('Report about Gauri by Meena')).toBeVisible();
	});

	test('all reports about one item are one entry of the queue and can be decided together, but only reports that were shown', async () => {
		vi.useFakeTimers();
		const kettle = itemReport('Kettle');
		const { Item: item } = kettle;
		const by = (id: number, userName: string) => ({ reporter: { id, userName }, item });
		const stolen = itemReport('Kettle', { ...by(11, 'Farhan'), complaint: 'It was stolen.' });
		const mine = itemReport('Kettle', { ...by(12, 'Gauri'), complaint: 'It is mine.' });
		const lamp = itemReport('Lamp', { complaint: 'It is dark.' });
		const stored = fakeItemReports(stolen, lamp, kettle);
		await open(ADMIN_PAGES.reports);
		const others = panel.getByRole('region', { name: 'Other pending reports about this item' });
		const box = panel.getByRole('checkbox', { name: /^Also the/ });

		await start();
		await expect.element(panel.getByText('2 items left')).toBeVisible();
		await expect.element(others.getByText('It was stolen.')).toBeVisible();
		await expect.element(others.getByRole('link', { name: 'Farhan' })).toBeVisible();
		await box.click();
		// A report that arrives later unticks the checkbox, so that no report is decided before it was read.
		stored.add(mine);
		await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'reports' });
		await expect.element(others.getByText('It is mine.')).toBeVisible();
		await expect.element(box).not.toBeChecked();
		await box.click();
		await button('Dismiss', panel).click();

		await skipUntil(panel.getByText('1 item left'));
		await expect.element(panel.getByText('It is dark.')).toBeVisible();
		await expect.element(box).not.toBeInTheDocument();
		await vi.advanceTimersByTimeAsync(10_500);
		await expect.poll(() => fakeApi.requests(dismissReport)).toHaveLength(1);
		const [sent] = fakeApi.requests(dismissReport);
		expect(sent?.body.otherReports).toEqual([stolen.id, mine.id]);
	});

	test('when one of two reports about an item is decided alone, the queue shows the other; an undone decision brings the item back', async () => {
		vi.useFakeTimers();
		const kettle = itemReport('Kettle', { complaint: 'It is broken.' });
		const by = { reporter: { id: 11, userName: 'Farhan' }, item: kettle.Item };
		const stolen = itemReport('Kettle', { ...by, complaint: 'It was stolen.' });
		fakeItemReports(stolen, kettle);
		await open(ADMIN_PAGES.reports);
		await start();
		await expect.element(panel.getByText('It is broken.').first()).toBeVisible();

		await button('Dismiss', panel).click();

		await expect.element(page.getByRole('link', { name: 'Farhan' }).first()).toBeVisible();
		await expect.element(button('Dismiss', panel)).toBeVisible();
		expect(new URLSearchParams(window.location.search).get('report')).toBe(String(stolen.id));

		await button('Dismiss', panel).click();
		const summary = panelOf('Pending reports');
		await expect.element(summary.getByText('Nothing is waiting for a decision.')).toBeVisible();
		await button('Undo').first().click();
		await expect.element(summary.getByText('1 item waiting')).toBeVisible();
		await button('Begin with the oldest', summary).click();
		await expect.element(panel.getByText('It is broken.').first()).toBeVisible();
	});

	test('when an administrator goes to another screen while a decision is being sent, the queue does not reopen', async () => {
		fakeItemReports(itemReport('Lamp'), itemReport('Kettle'));
		fakeAdminUsers();
		await open(ADMIN_PAGES.users);
		await page.getByRole('link', { name: 'Item reports' }).first().click();
		await start();
		await expect.element(panel.getByText('2 items left')).toBeVisible();
		const release = fakeApi.hold(resolveReport);
		await press('b');
		await answerQuestion('Ban item');
		await expect.poll(() => fakeApi.requests(resolveReport)).toHaveLength(1);
		window.history.go(-2);
		await expect.element(panel).not.toBeInTheDocument();

		const before = countQueueLoads();
		release();
		await expect.poll(countQueueLoads).toBeGreaterThan(before);
		for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);

		expect(window.location.search).not.toContain('report=');
	});
});
