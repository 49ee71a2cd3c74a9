import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { dismissReport, listReports, resolveReport } from '#contract/admin/reports.ts';
import {
	alert,
	answerQuestion,
	button,
	panelOf,
	press,
	pressInMenu,
	question,
	rowOf,
	text,
} from '#tests/support/admin-locators.ts';
import { fakeItemReports, itemReport } from '#tests/support/fake-admin-reports.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const COMPLAINT = 'This kettle was sold to me last month already, and it leaks whenever it boils.';
const MEENA = { id: 8, userName: 'Meena' };
const FARHAN = { id: 11, userName: 'Farhan' };

const panel = panelOf(/^Report about/);
const openReports = (query = '', width = 1440) =>
	renderAdminPage(`${ADMIN_PAGES.reports}${query}`, { as: ADMIN, width });

/** Two reports about one kettle, the newer one first. */
function reportedTwice() {
	const first = itemReport('Kettle', { reporter: MEENA });
	return [itemReport('Kettle', { item: first.Item, reporter: FARHAN }), first] as const;
}

/** Dismisses the report of one user, which is delayed, and then bans the item for both reports. */
async function dismissThenBanBoth(): Promise<void> {
	vi.useFakeTimers();
	await openReports('?each=all');
	await button('Dismiss report about Kettle by Meena').click();
	await button('View report about Kettle by Farhan').click();
	await panel.getByLabelText('Also the other pending report about this item').click();
	await button('Ban item', panel).click();
	await answerQuestion('Ban item');
}

describe('Reports about items', () => {
	test('a new report appears live in the list, shortened to fifty characters, and in full in the panel', async () => {
		const stored = fakeItemReports();
		await openReports();
		await expect.element(page.getByText('No reports yet')).toBeVisible();

		const report = itemReport('Kettle', { complaint: COMPLAINT });
		stored.add(report);
		await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'reports' });
		await expect.element(rowOf('Kettle')).toBeVisible();
		const cells = rowOf('Kettle').getByRole('cell').elements().slice(0, 8);
		const preview = 'This kettle was sold to me last month already, and…';
		const facts = [preview, 'Kettle', 'Pending', 'Ravi', 'Meena', 'Fraud'];
		const count = '1 by 1 person';
		const sentAt = expect.stringMatching(/^\d+ \w{3}.*, \d\d:\d\d$/);
		expect(cells.map(({ textContent }) => textContent)).toEqual([...facts, count, sentAt]);

		await press('j', '{Enter}');
		await expect.element(panel.getByText(COMPLAINT)).toBeVisible();
		const links = [
			['Kettle', `${ADMIN_PAGES.items}?item=${report.Item.id}`],
			['Ravi', `${ADMIN_PAGES.users}?user=${report.Item.Owner.id}`],
		] as const;
		for (const [name, href] of links)
			await expect.element(panel.getByRole('link', { name })).toHaveAttribute('href', href);
		const hint = '“Warn”, “Ban item” and “Ban user” show them to the owner; otherwise only';
		await expect.element(panel.getByText(hint)).toBeVisible();
		const decisions = panel.getByRole('button', { name: /^(Dismiss|Resolve|Warn|Ban)/ }).elements();
		// The lightest first, and none of them emphasised.
		expect(decisions.map((element) => element.getAttribute('data-key'))).toEqual([
			...['r', 'a', 'w', 'b', 'u'],
		]);
		const filled = decisions.filter((element) => /\bbg-(accent|bad)\b/.test(element.className));
		expect(filled).toEqual([]);
	});

	test('a report resolved without action shows the outcome and offers no further decision', async () => {
		vi.useFakeTimers();
		fakeItemReports(itemReport('Kettle'));
		await openReports();
		await rowOf('Kettle').getByRole('button', { name: /^View/ }).click();

		await panel.getByLabelText('Notes (optional)').fill('Seen and talked about.');
		await button('Resolve without action', panel).click();
		await skipUntil(text(REPORT_DECISION_MESSAGES.resolved));

		for (const fact of ['No action', 'Seen and talked about.', ADMIN.username])
			await expect.element(text(fact, panel)).toBeVisible();
		await expect.element(button('Resolve without action', panel)).not.toBeInTheDocument();
		await press('{Escape}');
		await expect.element(panel).not.toBeInTheDocument();
		const [view, ...others] = rowOf('Kettle').getByRole('button').elements();
		expect([view?.textContent, others]).toEqual(['View', []]);
	});

	test('banning the item after confirmation resolves both pending reports about the item', async () => {
		const [second, first] = reportedTwice();
		fakeItemReports(second, first);
		await openReports(`?each=all&report=${second.id}`);
		await panel.getByLabelText('Also the other pending report about this item').click();
		await page.getByRole('heading', { name: /^Report about/ }).click();

		await press('b');
		await expect.element(question.getByText('Kettle')).toBeVisible();
		await answerQuestion('Ban item');

		await expect.element(text(REPORT_DECISION_MESSAGES.resolved)).toBeVisible();
		await expect.element(panel.getByText('Item banned')).toBeVisible();
		await expect
			.poll(() => page.getByRole('cell', { name: 'Resolved' }).elements())
			.toHaveLength(2);
		const [sent] = fakeApi.requests(resolveReport);
		expect(sent?.body).toMatchObject({ action: 'item_banned', otherReports: [first.id] });
	});

	test('a ban of the item replaces a report’s dismissal that can still be undone, and the dismissal is not sent', async () => {
		const [second, first] = reportedTwice();
		fakeItemReports(second, first);

		await dismissThenBanBoth();
		await skipUntil(text(REPORT_DECISION_MESSAGES.resolved));
		await vi.advanceTimersByTimeAsync(10_500);

		expect(fakeApi.requests(dismissReport)).toHaveLength(0);
	});

	test('when a ban of the item fails, the dismissal that it replaced can be undone again, and is sent after the delay', async () => {
		const [second, first] = reportedTwice();
		fakeItemReports(second, first);
		fakeApi.answer(resolveReport, NO_CONNECTION);

		await dismissThenBanBoth();
		await skipUntil(alert.getByText(REPORT_DECISION_MESSAGES.error('ban_item')));
		await expect.element(button('Undo')).toBeVisible();
		await skipUntil(text(REPORT_DECISION_MESSAGES.dismissed));

		const sent = fakeApi.requests(dismissReport).map(({ params }) => params.id);
		expect(sent).toEqual([first.id]);
	});

	test('while a decision on a report is being sent, the report cannot be decided again, but another report can', async () => {
		vi.useFakeTimers();
		fakeItemReports(itemReport('Lamp'), itemReport('Kettle'));
		const release = fakeApi.hold(dismissReport);
		await openReports();
		await button('Dismiss report about Kettle by Meena').click();
		await skipUntil(() => fakeApi.requests(dismissReport).length === 1);

		await button('View report about Kettle by Meena').click();
		await expect.element(button('Dismiss', panel)).toHaveAttribute('aria-disabled', 'true');
		await button('View report about Lamp by Meena').click();
		await button('Ban item', panel).click();
		await answerQuestion('Ban item');

		await skipUntil(text(REPORT_DECISION_MESSAGES.resolved));
		release();
		await skipUntil(text(REPORT_DECISION_MESSAGES.dismissed));
	});

	test('when a colleague has decided the report first, the page shows an error and the colleague’s decision', async () => {
		vi.useFakeTimers();
		const report = itemReport('Kettle');
		const stored = fakeItemReports(report);
		fakeApi.answer(dismissReport, () => {
			stored.change(report.id, { status: 'resolved', action: 'none' });
			return refuse(409, REPORT_DECISION_ERRORS.notPending);
		});
		await openReports(`?report=${report.id}`);

		await button('Dismiss', panel).click();
		await skipUntil(alert.getByText(REPORT_DECISION_ERRORS.notPending.message));

		await expect.element(rowOf('Kettle').getByText('Resolved')).toBeVisible();
	});

	test('failed decisions, a decision that the server answers without a message, and failed loading show their own messages', async () => {
		vi.useFakeTimers();
		fakeItemReports(itemReport('Kettle'));
		fakeApi.answer(resolveReport, new Response('{}', { status: 500 }));
		fakeApi.answer(dismissReport, { success: true, message: '' });
		await openReports();
		const name = 'report about Kettle by Meena';
		await expect.element(rowOf('Kettle')).toBeVisible();

		await pressInMenu('Resolve without action', name);
		await skipUntil(alert.getByText(REPORT_DECISION_MESSAGES.failed('approve')));
		await button(`Dismiss ${name}`).click();
		await skipUntil(text(REPORT_DECISION_MESSAGES.recorded('reject')));
		fakeApi.answer(resolveReport, NO_CONNECTION);
		await pressInMenu('Warn', name);
		await answerQuestion('Warn');
		await skipUntil(alert.getByText(REPORT_DECISION_MESSAGES.error('warn_user')));
		await expect.element(question).not.toBeInTheDocument();

		fakeApi.answer(listReports, NO_CONNECTION);
		await page.getByLabelText('Status').selectOptions('resolved');
		await skipUntil(alert.getByText(REPORT_DECISION_MESSAGES.loadFailed));
	});

	test('while a panel is open, the key j opens the next report and b asks whether to ban that report’s item', async () => {
		const [second, first] = reportedTwice();
		fakeItemReports(second, first);
		await openReports('?each=all');
		await button('View report about Kettle by Farhan').click();
		await expect.element(panelOf('Report about Kettle by Farhan')).toBeVisible();

		await press('j');
		await expect.element(panelOf('Report about Kettle by Meena')).toBeVisible();
		await press('b');

		await expect.element(page.getByRole('alertdialog', { name: 'Ban item' })).toBeVisible();
	});

	test('when the item is deleted and the owner’s account is erased, the panel offers neither warning nor ban', async () => {
		const Owner = { id: 9, userName: 'Ravi', isBanned: false, isGone: true } as const;
		const report = itemReport('Kettle', { item: { isDeleted: true, Owner } });
		fakeItemReports(report);
		await openReports(`?report=${report.id}`);
		await expect.element(text('Deleted', panel)).toBeVisible();

		for (const label of ['Resolve without action', 'Dismiss'])
			await expect.element(button(label, panel)).toBeVisible();
		await expect.element(panel.getByRole('button', { name: /Warn|Ban/ })).not.toBeInTheDocument();
		await expect.element(panel.getByRole('link', { name: 'Ravi' })).not.toBeInTheDocument();
		await expect.element(panel.getByRole('link', { name: 'Meena' })).toBeVisible();
	});
});
