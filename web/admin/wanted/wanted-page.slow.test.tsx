import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_WANTED_MESSAGES,
	dismissWantedReport,
	removeWanted,
	resolveWantedReport,
} from '#contract/admin/wanted.ts';
import {
	alert,
	answerQuestion,
	button,
	panelOf,
	press,
	question,
	rowOf,
	text,
} from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { adminWanted, fakeWanted } from '#tests/support/fake-admin-wanted.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const success = true as const;

const openWanted = (query = '', width = 1440) =>
	renderAdminPage(`/admin/wanted${query}`, { as: ADMIN, width });

describe('List of wanted posts in the back-office', () => {
	test('the list shows posts of every status with the number of pending reports, and can be filtered', async () => {
		fakeWanted(
			adminWanted('Lamp'),
			adminWanted('Kettle', { reports: 3 }),
			adminWanted('Notes', { status: 'found' }),
		);
		await openWanted();
		await expect.element(text('3 posts')).toBeVisible();
		for (const fact of ['₹400', 'Meera', 'Live'])
			await expect.element(rowOf('Lamp').getByText(fact)).toBeVisible();
		await expect.element(rowOf('Kettle').getByText('3', { exact: true })).toBeVisible();
		await expectAccessible();

		await page.getByRole('combobox', { name: 'Reports' }).selectOptions('Reports pending');
		await expect.element(text('1 post')).toBeVisible();

		await expect.element(rowOf('Kettle')).toBeVisible();
		await expect.element(rowOf('Notes')).not.toBeInTheDocument();
	});

	test('a letter key removes a post after confirmation', async () => {
		const post = adminWanted('Lamp');
		fakeWanted(post);
		await openWanted();
		await expect.element(rowOf('Lamp')).toBeVisible();

		await press('j', 'd');
		await expect.element(question.getByText(ADMIN_WANTED_MESSAGES.confirmRemoval)).toBeVisible();
		await answerQuestion('Remove');

		await expect.element(text(ADMIN_WANTED_MESSAGES.removed)).toBeVisible();
		await expect.element(rowOf('Lamp').getByText('Removed')).toBeVisible();
		expect(fakeApi.requests(removeWanted).map(({ params }) => params.id)).toEqual([post.id]);
	});
});

describe('Panel of a reported wanted post', () => {
	const panel = panelOf('Kettle');

	test('when the owner has deleted the post, an administrator can still dismiss the report or warn or ban the owner', async () => {
		const post = adminWanted('Kettle', { reports: 1, isDeleted: true });
		fakeWanted(post);
		await openWanted(`?wanted=${post.id}`);
		await expect.element(text('Advertisement 0', panel)).toBeVisible();

		await expect.element(panel.getByText('Deleted')).toBeVisible();
		for (const name of [/^Dismiss/, /^Warn/, /^Ban/])
			await expect.element(panel.getByRole('button', { name })).toBeVisible();
		await expect.element(panel.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
		await expect.element(panel.getByRole('link', { name: /Public page/ })).not.toBeInTheDocument();
	});

	test('the panel shows all reports, and removing the post with notes resolves all reports', async () => {
		const post = adminWanted('Kettle', { reports: 2 });
		const stored = fakeWanted(post);
		fakeApi.answer(resolveWantedReport, () => {
			stored.change(post.id, { status: 'removed', reports: 0, adminNotes: 'No shops.' });
			return { success, message: REPORT_DECISION_MESSAGES.resolved };
		});
		await openWanted(`?wanted=${post.id}`);
		for (const complaint of ['Advertisement 0', 'Advertisement 1'])
			await expect.element(text(complaint, panel)).toBeVisible();
		await expectAccessible();

		await panel.getByRole('button', { name: /^Remove/ }).click();
		await page.getByLabelText('Notes (optional)').fill('No shops.');
		await page
			.getByRole('dialog', { name: 'Remove Kettle' })
			.getByRole('button', { name: 'Remove' })
			.click();

		await expect.element(text(REPORT_DECISION_MESSAGES.resolved)).toBeVisible();
		await expect.element(text('No shops.', panel)).toBeVisible();
		const [sent] = fakeApi.requests(resolveWantedReport);
		expect(sent?.params).toEqual({ id: 900 });
		expect(sent?.body).toMatchObject({
			action: 'wanted_removed',
			notes: 'No shops.',
			wholeTarget: true,
			otherReports: [901],
		});
	});

	test.each([
		['before the confirmation', true],
		['while the decision is sent', false],
	])(
		'when a colleague decides the reports %s, an error appears, the dialog closes, and the notes are kept',
		async (_when, isBefore) => {
			const post = adminWanted('Kettle', { reports: 1 });
			const stored = fakeWanted(post);
			const decide = () => stored.change(post.id, { reports: 0 });
			fakeApi.answer(resolveWantedReport, () => {
				decide();
				return refuse(409, REPORT_DECISION_ERRORS.notPending);
			});
			await openWanted(`?wanted=${post.id}`);
			await panel.getByRole('button', { name: /^Warn/ }).click();
			const dialog = page.getByRole('dialog', { name: 'Warn Meera' });
			await dialog.getByLabelText('Notes (optional)').fill('No shops.');

			if (isBefore) decide();
			await button('Warn', dialog).click();

			await expect
				.element(alert.getByText(REPORT_DECISION_ERRORS.notPending.message))
				.toBeVisible();
			await expect.element(dialog).not.toBeInTheDocument();
			await expect.element(text('Advertisement 0', panel)).not.toBeInTheDocument();
			expect(fakeApi.requests(resolveWantedReport)).toHaveLength(isBefore ? 0 : 1);
			stored.change(post.id, { reports: 1 });
			await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'wanted' });
			await panel.getByRole('button', { name: /^Warn/ }).click();
			await expect.element(dialog.getByLabelText('Notes (optional)')).toHaveValue('No shops.');
		},
	);

	test.each([
		['the panel', true],
		['the list', false],
	])(
		'a report that arrives while the decision dialog is open is not decided together with the reports that %s showed',
		async (_where, isInPanel) => {
			const post = adminWanted('Kettle', { reports: 2 });
			const stored = fakeWanted(post);
			fakeApi.answer(dismissWantedReport, { success, message: REPORT_DECISION_MESSAGES.dismissed });
			await openWanted(isInPanel ? `?wanted=${post.id}` : '');
			if (isInPanel) await expect.element(text('Advertisement 1', panel)).toBeVisible();
			await expect.element(rowOf('Kettle')).toBeVisible();
			if (isInPanel) await panel.getByRole('button', { name: /^Dismiss reports/ }).click();
			else await press('j', 's');
			const dialog = page.getByRole('dialog', { name: 'Dismiss the reports of Kettle' });
			await expect.element(dialog).toBeVisible();

			stored.change(post.id, { reports: 3 });
			await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'wanted' });
			await expect.element(rowOf('Kettle').getByText('3', { exact: true })).toBeInTheDocument();
			await button('Dismiss reports', dialog).click();

			await expect.element(text(REPORT_DECISION_MESSAGES.dismissed)).toBeVisible();
			const [sent] = fakeApi.requests(dismissWantedReport);
			expect(sent?.params).toEqual({ id: 900 });
			expect(sent?.body.otherReports).toEqual([901]);
		},
	);
});
