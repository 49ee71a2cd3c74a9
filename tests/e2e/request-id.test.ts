import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { PAGES } from '#contract/core/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const person = await signUpPerson();

/** Makes these requests fail. @returns the request id that the server's log has */
async function failRequests(page: Page, calls: string, status = 500): Promise<string> {
	const reference = randomUUID();
	await page.route(calls, (route) =>
		route.fulfill({
			status,
			headers: { 'x-request-id': reference },
			json: { success: false, message: COMMON_MESSAGES.failed },
		}),
	);
	return reference;
}

test('a page that fails to load shows the request id under which the log has it', async () => {
	const page = await visit(PAGES.about, { as: person });
	const reference = await failRequests(page, '**/api/profile/*');

	await page.goto(PAGES.profile);

	await page.getByText(`Reference: ${reference}`).waitFor();
	expect(await findAccessibilityViolations(page)).toEqual([]);
});

test('a back-office page does so too', async () => {
	const page = await visit(ADMIN_PAGES.account, { admin: await adminAccess.admin() });
	const reference = await failRequests(page, '**/api/admin/feedback?*', 503);

	await page.goto(ADMIN_PAGES.feedback);

	await page.getByText(`Reference: ${reference}`).waitFor();
	expect(await findAccessibilityViolations(page)).toEqual([]);
});

test('a refusal with a reason shows no request id', async () => {
	const page = await visit(PAGES.about, { as: person });
	const reference = await failRequests(page, '**/api/profile/*', 400);

	await page.goto(PAGES.profile);

	await page.getByText(COMMON_MESSAGES.failed).first().waitFor();
	expect(await page.getByText(reference).count()).toBe(0);
});
