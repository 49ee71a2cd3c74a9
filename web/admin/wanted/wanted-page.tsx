import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import {
	ADMIN_WANTED_MESSAGES,
	ADMIN_WANTED_PAGE_SIZE,
	exportWanted,
	getAdminWanted,
	listAdminWanted,
} from '#contract/admin/wanted.ts';
import { formatPrice } from '#contract/core/format.ts';
import { WANTED_STATUS_LABELS } from '#contract/wanted/facts.ts';
import { CATEGORY_FILTER, useSectionWithCategories } from '#web/admin/kit/category-filter.ts';
import { formatListDate } from '#web/admin/kit/date-text.ts';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type { ListSection } from '#web/admin/kit/list-section.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing } from '#web/admin/lib/queries.ts';
import { wantedActions } from './wanted-actions.ts';
import { WantedDetails, type WantedWithReports } from './wanted-details.tsx';
import { WantedStatus } from './wanted-status.tsx';

const WANTED: ListSection<WantedWithReports> = {
	dataKind: 'wanted',
	heading: ADMIN_PAGE_TABLE.wanted.label,
	noun: { singular: 'post', plural: 'posts' },
	list: listFrom(listAdminWanted, ({ wanted, pagination }) => ({ rows: wanted, pagination })),
	pageSize: ADMIN_WANTED_PAGE_SIZE,
	search: { name: 'search', label: 'Search posts' },
	filters: {
		status: {
			label: 'Status',
			options: { all: 'All posts', ...WANTED_STATUS_LABELS },
			isSegmented: true,
		},
		isReported: {
			label: 'Reports',
			options: { all: 'Reported or not', true: 'Reports pending', false: 'No reports pending' },
		},
		category: CATEGORY_FILTER,
		sort: {
			label: 'Order',
			options: { newest: 'Newest first', oldest: 'Oldest first' },
			initial: 'newest',
		},
	},
	loadFailed: ADMIN_WANTED_MESSAGES.loadFailed,
	nothingFound: { title: 'No posts found', hint: 'Try other words or fewer filters.' },
	nothingYet: { title: 'No posts yet', hint: 'What students look for is listed here.' },
	columns: [
		{ title: 'Title', isMain: true, cell: ({ title }) => title },
		{
			title: 'Reports',
			isNumeric: true,
			cell: ({ reports }) => <span className={reports > 0 ? 'font-bold' : ''}>{reports}</span>,
		},
		{
			title: 'Status',
			isShownBesidePanel: true,
			cell: ({ status, isDeleted }) => <WantedStatus status={status} isDeleted={isDeleted} />,
		},
		{
			title: 'At most',
			isNumeric: true,
			visibleFrom: 'wide',
			cell: ({ maxPrice }) => (maxPrice === null ? '' : formatPrice(maxPrice)),
		},
		{ title: 'Owner', visibleFrom: 'wide', cell: ({ User: owner }) => owner.userName },
		{ title: 'Answers', isNumeric: true, visibleFrom: 'widest', cell: ({ answers }) => answers },
		{
			title: 'Created',
			isNowrap: true,
			visibleFrom: 'wide',
			sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
			cell: ({ createdAt }) => formatListDate(createdAt),
		},
	],
	nameOf: ({ title }) => title,
	openedParam: 'wanted',
	details: {
		title: (post) => post?.title ?? 'Wanted post',
		find: async (id, signal) => {
			const reply = await callAdminApi(getAdminWanted, { params: { id }, signal });
			const { wanted, pendingReports, history } = reply;
			return { row: { ...wanted, pendingReports }, history };
		},
		render: (details) => <WantedDetails {...details} />,
	},
	rowActions: wantedActions,
	keys: { d: 'remove', s: 'dismiss reports', w: 'warn', b: 'ban' },
	// An action may ban the owner, so all data that shows users is reloaded, including the posts.
	reloads: dataKindsShowing('users'),
	changeFailed: ADMIN_WANTED_MESSAGES.changeFailed,
	export: {
		endpoint: exportWanted,
		label: 'Export CSV',
		failureMessage: ADMIN_WANTED_MESSAGES.exportFailed,
	},
};

/** All wanted posts, with the reports about them. */
export function WantedPage() {
	return <ListScreen section={useSectionWithCategories(WANTED)} />;
}
