import { expect, test } from 'vitest';
import { CONFIRM_SNOOZE_DAYS } from '#contract/core/cookies.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { layoutShifts, recordLayoutShifts } from '#tests/support/layout-shifts.ts';
import { notificationBell } from '#tests/support/notification-locators.ts';
import { registerPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('the notice about an unconfirmed email address causes no layout shift after a reload, and stays dismissed for several days', async () => {
	const person = await registerPerson();
	const page = await visit('/rules', { as: person, width: 360 });
	const text = `${NOTIFICATION_MESSAGES.confirmAddress} ${person.email}`;
	const notice = page.getByText(text, { exact: true });
	await notice.waitFor();
	await recordLayoutShifts(page);
	await page.reload();
	await notice.waitFor();
	expect(await layoutShifts(page)).toEqual([]);

	await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
	await notice.waitFor({ state: 'detached' });
	await page.reload();
	await notificationBell(page, 0).waitFor();
	await page.getByRole('heading', { level: 1 }).waitFor();
	expect(await notice.count()).toBe(0);
	const cookies = await page.context().cookies();
	const { expires = 0 } = cookies.find(({ value }) => value === 'later') ?? {};
	const days = (expires - Date.now() / 1000) / 86_400;
	expect(Math.round(days)).toBe(CONFIRM_SNOOZE_DAYS);
});
