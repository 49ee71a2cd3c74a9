import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import {
	changeNotificationPreference,
	getNotificationPreferences,
} from '#contract/notifications/endpoints.ts';
import {
	NOTIFICATION_KIND_LABELS,
	NOTIFICATION_KINDS,
	NOTIFICATION_MESSAGES,
	type NotificationKind,
} from '#contract/notifications/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { NotificationPreferences } from './preferences.tsx';

function preferenceSwitch(kind: NotificationKind, channel: 'In the market' | 'By mail') {
	const group = page.getByRole('group', { name: NOTIFICATION_KIND_LABELS[kind] });
	return group.getByRole('switch', { name: channel });
}

/** Answers as the server does: a saved preference is in the next answer. */
function answerPreferences({ canMail = true } = {}): void {
	let choices = NOTIFICATION_KINDS.map((kind) => ({ kind, inApp: true, byMail: canMail }));
	fakeApi.answer(getNotificationPreferences, () => ({ success: true, canMail, choices }));
	fakeApi.answer(changeNotificationPreference, ({ body }) => {
		choices = choices.map((choice) => (choice.kind === body.kind ? body : choice));
		return { success: true, message: NOTIFICATION_MESSAGES.preferenceSaved };
	});
}

const renderPreferences = () =>
	renderComponent(<NotificationPreferences />, { path: '/account', as: STUDENT });

test('a changed switch of the notification preferences is saved at once; if it cannot be saved, it returns to the saved value with the reason', async () => {
	answerPreferences();
	await renderPreferences();

	await preferenceSwitch('message', 'By mail').click();

	await expect
		.element(page.getByRole('status').getByText(NOTIFICATION_MESSAGES.preferenceSaved))
		.toBeVisible();
	await expect.element(preferenceSwitch('message', 'By mail')).not.toBeChecked();
	expect(fakeApi.requests(changeNotificationPreference).map(({ body }) => body)).toEqual([
		{ kind: 'message', inApp: true, byMail: false },
	]);

	fakeApi.answer(changeNotificationPreference, NO_CONNECTION);
	await preferenceSwitch('report', 'In the market').click();
	await expect.element(page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection)).toBeVisible();
	await expect.element(preferenceSwitch('report', 'In the market')).toBeChecked();
});

test('without a confirmed email address, all mail switches are off and disabled, with the reason', async () => {
	answerPreferences({ canMail: false });
	await renderPreferences();

	await expect
		.element(page.getByText(NOTIFICATION_MESSAGES.emailConfirmationRequired))
		.toBeVisible();
	for (const kind of NOTIFICATION_KINDS) {
		await expect.element(preferenceSwitch(kind, 'By mail')).toBeDisabled();
		await expect.element(preferenceSwitch(kind, 'By mail')).not.toBeChecked();
	}
});
