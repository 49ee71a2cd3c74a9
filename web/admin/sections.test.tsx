import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AUDIT_MESSAGES, listAuditLogs } from '#contract/admin/audit.ts';
import { ADMIN_FEEDBACK_MESSAGES, listAdminFeedback } from '#contract/admin/feedback.ts';
import { ADMIN_ITEM_MESSAGES, listAdminItems } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { listReports, listUserReports } from '#contract/admin/reports.ts';
import { listReviewReports } from '#contract/admin/review-reports.ts';
import { ADMIN_USER_MESSAGES, listUsers } from '#contract/admin/users.ts';
import { ADMIN_WANTED_MESSAGES, listAdminWanted } from '#contract/admin/wanted.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { alert, button, press } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { adminFeedback, fakeAdminFeedback } from '#tests/support/fake-admin-feedback.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import {
	fakeItemReports,
	fakeUserReports,
	itemReport,
	userReport,
} from '#tests/support/fake-admin-reports.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { adminWanted, fakeWanted } from '#tests/support/fake-admin-wanted.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { auditEntry, fakeAuditLog } from '#tests/support/fake-audit-log.ts';
import { fakeReviewReports, reviewReport } from '#tests/support/fake-review-reports.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

/** A page of the back-office that is a list of rows. */
interface Section {
	list: Endpoint;
	/** Fakes a list with two rows. */
	fill: () => unknown;
	/** Fakes a list without rows. */
	clear: () => unknown;
	/** The label of the button that opens the first row. */
	firstRow: string;
	/** Filters in the address, and what the page then asks the server for. */
	filters: string;
	asks: object;
	empty: string;
	loadFailed: string;
}

const REPORT_SECTION = {
	filters: 'q=kettle&status=pending&type=spam',
	asks: { q: 'kettle', status: 'pending', type: 'spam' },
	empty: 'No reports yet',
	loadFailed: REPORT_DECISION_MESSAGES.loadFailed,
};

const SECTIONS: Record<string, Section> = {
	[ADMIN_PAGES.users]: {
		list: listUsers,
		fill: () => fakeAdminUsers(adminUser('Jaya', { isVerified: true }), adminUser('Kavya')),
		clear: () => fakeAdminUsers(),
		firstRow: 'View Jaya',
		filters: 'search=asha&isVerified=false&isBanned=true',
		asks: { search: 'asha', isVerified: false, isBanned: true },
		empty: 'No users yet',
		loadFailed: ADMIN_USER_MESSAGES.loadFailed,
	},
	[ADMIN_PAGES.items]: {
		list: listAdminItems,
		fill: () => fakeAdminItems(adminItem('Kettle', { status: 'sold' }), adminItem('Lamp')),
		clear: () => fakeAdminItems(),
		firstRow: 'View Lamp',
		filters: 'search=lamp&status=banned&category=Books',
		asks: { search: 'lamp', status: 'banned', category: 'Books' },
		empty: 'No items yet',
		loadFailed: ADMIN_ITEM_MESSAGES.loadFailed,
	},
	[ADMIN_PAGES.reports]: {
		...REPORT_SECTION,
		list: listReports,
		fill: () => fakeItemReports(itemReport('Lamp'), itemReport('Kettle')),
		clear: () => fakeItemReports(),
		firstRow: 'View report about Lamp by Meena',
	},
	[ADMIN_PAGES.userReports]: {
		...REPORT_SECTION,
		list: listUserReports,
		fill: () => fakeUserReports(userReport('Farhan'), userReport('Gauri')),
		clear: () => fakeUserReports(),
		firstRow: 'View report about Farhan by Meena',
	},
	[ADMIN_PAGES.reviewReports]: {
		...REPORT_SECTION,
		list: listReviewReports,
		fill: () => {
			const reporter = { id: 11, userName: 'Farhan' };
			fakeReviewReports(reviewReport(), { ...reviewReport(), id: 40, reporter });
		},
		clear: () => fakeReviewReports(),
		firstRow: 'View report by Meena about Vikram’s review of Ravi',
	},
	[ADMIN_PAGES.wanted]: {
		list: listAdminWanted,
		fill: () => fakeWanted(adminWanted('Lamp', { reports: 1 }), adminWanted('Kettle')),
		clear: () => fakeWanted(),
		firstRow: 'View Lamp',
		filters: 'search=lamp&status=live&isReported=true',
		asks: { search: 'lamp', status: 'live', isReported: true },
		empty: 'No posts yet',
		loadFailed: ADMIN_WANTED_MESSAGES.loadFailed,
	},
	[ADMIN_PAGES.feedback]: {
		list: listAdminFeedback,
		fill: () => {
			const featured = { status: 'approved', isFeatured: true } as const;
			fakeAdminFeedback(adminFeedback('Esha', featured), adminFeedback('Asha'));
		},
		clear: () => fakeAdminFeedback(),
		firstRow: 'View feedback from Esha',
		filters: 'q=esha&status=pending&category=product&rating=5',
		asks: { q: 'esha', status: 'pending', category: 'product', rating: 5 },
		empty: 'No feedback yet',
		loadFailed: ADMIN_FEEDBACK_MESSAGES.loadFailed,
	},
	[ADMIN_PAGES.auditLogs]: {
		list: listAuditLogs,
		fill: () => fakeAuditLog(auditEntry(9, 'USER_VERIFIED'), auditEntry(8, 'ITEM_BANNED')),
		clear: () => fakeAuditLog(),
		firstRow: 'View entry: User verified by Sunita',
		filters: 'q=asha&action=USER_VERIFIED&adminId=31',
		asks: { q: 'asha', action: 'USER_VERIFIED', adminId: 31 },
		empty: AUDIT_MESSAGES.empty,
		loadFailed: AUDIT_MESSAGES.loadFailed,
	},
};

const open = (path: string, width = 1440) => renderAdminPage(path, { as: SUPER_ADMIN, width });

describe.each(Object.entries(SECTIONS))('%s', (path, section) => {
	const { list, fill, clear, firstRow, filters, asks, empty, loadFailed } = section;

	test('the keyboard focuses the first row, opens its panel and returns to it, and nothing of this violates axe on a phone', async () => {
		fill();
		await open(path, 360);
		await expect.element(button(firstRow)).toBeVisible();
		await expectAccessible();
		expect(document.documentElement.scrollWidth).toBe(360);

		await press('j');
		await expect.element(button(firstRow)).toHaveFocus();
		await press('{Enter}');
		const panel = page.getByRole('dialog');
		await expect.element(panel.getByRole('heading').first()).toBeVisible();
		await expectAccessible();
		await press('{Escape}');

		await expect.element(panel).not.toBeInTheDocument();
		await expect.element(button(firstRow)).toHaveFocus();
	});

	test('the filters in the address are those of the request', async () => {
		clear();
		await open(`${path}?${filters}`);

		await expect.poll(() => fakeApi.requests(list).at(-1)?.query).toMatchObject(asks);
		await button('Clear filters').click();

		await expect.element(page.getByText(empty)).toBeVisible();
		expect(window.location.search).toBe('');
	});

	test('without a connection the page says so, and “Try again” loads the list', async () => {
		vi.useFakeTimers();
		fill();
		fakeApi.answer(list, NO_CONNECTION);
		await open(path);
		await skipUntil(alert.getByText(loadFailed).first());

		fill();
		await button('Try again').click();

		await expect.element(button(firstRow)).toBeVisible();
	});
});

test.each([ADMIN_PAGES.auditLogs, ADMIN_PAGES.settings])(
	'an ordinary administrator cannot open %s',
	async (path) => {
		await renderAdminPage(path, { as: ADMIN });

		await expect.element(alert.getByText(REQUEST_ERRORS.superAdminOnly.message)).toBeVisible();
	},
);
