import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { FIXED_NOTES, REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { dismissUserReport, getReportedChat, resolveUserReport } from '#contract/admin/reports.ts';
import {
	answerQuestion,
	button,
	panelOf,
	press,
	pressInMenu,
	question,
	rowOf,
	text,
} from '#tests/support/admin-locators.ts';
import { fakeUserReports, userReport } from '#tests/support/fake-admin-reports.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { sampleChatPhoto } from '#tests/support/fake-chat.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const NAME = 'report about Farhan by Meena';
const panel = panelOf(/^Report about/);
const openReports = (query = '', width = 1440) =>
	renderAdminPage(`${ADMIN_PAGES.userReports}${query}`, { as: ADMIN, width });
const sentDecisions = () => [
	...fakeApi.requests(resolveUserReport),
	...fakeApi.requests(dismissUserReport),
];

describe('Reports about users', () => {
	test('a report resolved from the list with a warning shows the outcome and a default note', async () => {
		fakeUserReports(userReport('Farhan'));
		await openReports();
		await pressInMenu('Warn', NAME);
		await expect.element(question.getByText(REPORT_DECISION_MESSAGES.warning())).toBeVisible();
		await answerQuestion('Warn');
		await expect.element(text(REPORT_DECISION_MESSAGES.resolved)).toBeVisible();

		await button(`View ${NAME}`).click();

		await expect.element(text('User warned', panel)).toBeVisible();
		await expect.element(panel.getByText(FIXED_NOTES.warned)).toBeVisible();
	});

	test('before the reported user is warned, a confirmation dialog shows the text that the user will read', async () => {
		fakeUserReports(userReport('Farhan'));
		await openReports();
		await expect.element(rowOf('Farhan')).toBeVisible();

		await press('j', 'w');
		await expect.element(question.getByText('Farhan is told: ')).toBeVisible();
		await expect.element(question.getByText(REPORT_DECISION_MESSAGES.warning())).toBeVisible();
		await answerQuestion('Cancel');
		expect(sentDecisions()).toEqual([]);
		await press('{Enter}');
		await panel.getByLabelText('Notes (optional)').fill('Please stay polite.');
		await panel.getByRole('heading').first().click();
		await press('w');
		await expect.element(question.getByText('“Please stay polite.”')).toBeVisible();
		await answerQuestion('Warn');

		await expect.element(text('User warned', panel)).toBeVisible();
		expect(sentDecisions()).toHaveLength(1);
	});

	test('a report is dismissed ten seconds after “Dismiss” is pressed; Undo before that prevents the dismissal', async () => {
		vi.useFakeTimers();
		fakeUserReports(userReport('Farhan'));
		await openReports();

		await button(`Dismiss ${NAME}`).click();
		await expect
			.element(page.getByText('Dismissing the report about Farhan by Meena.'))
			.toBeVisible();
		await button(`Undo ${NAME}`).click();
		await expect.element(page.getByText('Undone.')).toBeVisible();
		await vi.advanceTimersByTimeAsync(11_000);
		await expect.element(rowOf('Farhan').getByText('Pending')).toBeVisible();
		expect(sentDecisions()).toEqual([]);

		await button(`Dismiss ${NAME}`).click();
		await skipUntil(text(REPORT_DECISION_MESSAGES.dismissed));
		await expect.element(rowOf('Farhan').getByText('Dismissed')).toBeVisible();
		expect(sentDecisions().map(({ body }) => body.notes)).toEqual([FIXED_NOTES.dismissed]);
	});

	test('the panel of a report loads the reported chat only on request, and enlarges a photo of the chat', async () => {
		const report = userReport('Farhan', { roomId: '4-8', itemId: 4 });
		fakeUserReports(report);
		const createdAt = '2026-02-03T04:05:06.000Z';
		const photo = sampleChatPhoto(1);
		const messages = [
			{
				id: 1,
				senderId: 8,
				senderName: 'Meena',
				text: 'Is it still there?',
				photos: [],
				createdAt,
			},
			{ id: 2, senderId: 9, senderName: 'Farhan', text: null, photos: [photo], createdAt },
			{ id: 3, senderId: 9, senderName: 'Farhan', text: 'Not for you.', photos: [], createdAt },
		];
		fakeApi.answer(getReportedChat, { success: true, messages });
		await openReports(`?report=${report.id}`);
		const chat = panel.getByRole('region', { name: 'Chat' });
		await expect.element(chat.getByText(/goes into the audit log/)).toBeVisible();
		expect(fakeApi.requests(getReportedChat)).toEqual([]);

		await button('Read the chat', chat).click();

		await expect.element(chat.getByText('Not for you.')).toBeVisible();
		await chat.getByRole('button', { name: 'Photo 1 of 1 from Farhan' }).click();
		await expect.element(page.getByText('Picture 1 of 1', { exact: true })).toBeVisible();
	});

	test('when the reported user’s account is erased, neither the panel nor the list offers a warning', async () => {
		const report = userReport('Farhan', { person: { isGone: true } });
		fakeUserReports(report);
		await openReports(`?report=${report.id}`);
		await expect.element(text('Deleted', panel)).toBeVisible();

		const decisions = panel.getByRole('button', { name: /^(Dismiss|Resolve|Warn|Ban)/ }).elements();
		expect(decisions.map((element) => element.getAttribute('data-key'))).toEqual(['r', 'a']);
		await expect.element(panel.getByRole('link', { name: 'Farhan' })).not.toBeInTheDocument();
		await press('{Escape}');
		await button(`More for ${NAME}`).click();
		await expect.element(button(`Resolve without action ${NAME}`)).toBeVisible();
		await expect.element(button(`Warn ${NAME}`)).not.toBeInTheDocument();
	});

	test('when the reported user is already banned, the panel offers no ban', async () => {
		const report = userReport('Farhan', { person: { isBanned: true } });
		fakeUserReports(report);
		await openReports(`?report=${report.id}`);
		await expect.element(button('Warn', panel)).toBeVisible();

		await expect.element(button('Ban user', panel)).not.toBeInTheDocument();
	});
});
