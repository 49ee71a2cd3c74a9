import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGE_TABLE, ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { WANTED_REPORT_OUTCOMES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_WANTED_MESSAGES,
	ADMIN_WANTED_PAGE_SIZE,
	type AdminWanted,
	type AdminWantedReport,
	dismissWantedReport,
	exportWanted,
	getAdminWanted,
	listAdminWanted,
	removeWanted,
	resolveWantedReport,
	wantedDecisionNotes,
} from '#contract/admin/wanted.ts';
import { formatPrice, isolated } from '#contract/core/format.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { WANTED_STATUS_LABELS } from '#contract/wanted/facts.ts';
import { CATEGORY_FILTER, useSectionWithCategories } from '#web/admin/kit/category-filter.ts';
import { formatListDate } from '#web/admin/kit/date-text.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type {
	ListSection,
	RowAction,
	RowDetails,
	TextQuestion,
} from '#web/admin/kit/list-section.ts';
import { PublicSiteLink } from '#web/admin/kit/public-site-link.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';
import type { ChangeReply } from '#web/admin/kit/use-admin-change.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing } from '#web/admin/lib/queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { formatMoment } from '#web/lib/format.ts';
import { wantedPath } from '#web/lib/wanted-paths.ts';
import { Link } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.ts';

const TONES: Record<AdminWanted['status'], StatusTone> = {
	live: 'good',
	expired: 'quiet',
	found: 'quiet',
	removed: 'bad',
};

/** The status of a wanted post; 'Deleted' if its owner deleted it. */
function WantedStatus({ status, isDeleted }: Pick<AdminWanted, 'status' | 'isDeleted'>) {
	if (isDeleted) return <StatusLabel tone="quiet">Deleted</StatusLabel>;
	return <StatusLabel tone={TONES[status]}>{WANTED_STATUS_LABELS[status]}</StatusLabel>;
}

/** A post with its pending reports, which a list does not load. */
interface WantedWithReports extends AdminWanted {
	pendingReports?: readonly AdminWantedReport[];
}

/** The panel's content about one wanted post. */
function WantedDetails({ row: post, history }: RowDetails<WantedWithReports>) {
	const { pendingReports = [] } = post;
	const isPublic = post.status === 'live' && !post.isDeleted && !post.User.isBanned;
	return (
		<>
			{pendingReports.length > 0 && <PendingReports reports={pendingReports} />}
			<dl className="grid gap-3">
				<Detail label="Title">{post.title}</Detail>
				{post.note && <Detail label="Note">{post.note}</Detail>}
				{post.maxPrice !== null && <Detail label="At most">{formatPrice(post.maxPrice)}</Detail>}
				{post.category && <Detail label="Category">{post.category}</Detail>}
				{post.subject && <Detail label="Subject">{post.subject}</Detail>}
				<Detail label="Owner">
					<Link
						to={`${ADMIN_PAGES.users}?user=${post.User.id}`}
						className="font-semibold text-link"
					>
						<bdi>{post.User.userName}</bdi>
					</Link>
					{post.User.isBanned && <span className="text-bad"> (banned)</span>}
					{post.User.email && <span>{`\n${post.User.email}`}</span>}
				</Detail>
				<Detail label="Status">
					<WantedStatus status={post.status} isDeleted={post.isDeleted} />
				</Detail>
				<Detail label="Answers">{String(post.answers)}</Detail>
				<Detail label="Created">{formatMoment(post.createdAt)}</Detail>
				<Detail label="Ends">{formatMoment(post.expiresAt)}</Detail>
				{post.adminNotes && <Detail label="Admin notes">{post.adminNotes}</Detail>}
			</dl>
			{isPublic && <PublicSiteLink to={wantedPath(post.id)}>Public page</PublicSiteLink>}
			<HistoryList history={history} />
		</>
	);
}

function PendingReports({ reports }: { reports: readonly AdminWantedReport[] }) {
	return (
		<section aria-label="Pending reports" className="grid gap-3">
			<h3 className="font-text text-base tracking-normal">Pending reports</h3>
			<ul className="grid gap-4">
				{reports.map(({ id, type, complaint, reporter, createdAt }) => (
					<li key={id} className="grid gap-1">
						<p className="text-sm text-ink-soft">{REPORT_TYPE_LABELS[type]}</p>
						<blockquote className="border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
							{complaint}
						</blockquote>
						<p className="text-sm wrap-anywhere">
							{reporter.isGone ? (
								<bdi>{reporter.userName}</bdi>
							) : (
								<Link
									to={`${ADMIN_PAGES.users}?user=${reporter.id}`}
									className="font-semibold text-link"
								>
									<bdi>{reporter.userName}</bdi>
								</Link>
							)}
							<span className="text-ink-soft"> {formatMoment(createdAt)}</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}

type Outcome = (typeof WANTED_REPORT_OUTCOMES)[number];

const NOTES = {
	label: 'Notes (optional)',
	schema: wantedDecisionNotes,
	name: 'notes',
};

/** The actions on a wanted post: remove it, or decide together all pending reports about it that the page shows. */
function wantedActions(post: WantedWithReports): RowAction[] {
	const { id, title, status, isDeleted, reports, User: owner } = post;
	const decide = (action: Outcome) => (notes: string) => resolveReports(post, action, notes);
	const removing: RowAction = {
		label: 'Remove',
		key: 'd',
		isDestructive: true,
		send: () => callAdminApi(removeWanted, { params: { id } }),
		confirm: { title: `Remove ${isolated(title)}`, question: ADMIN_WANTED_MESSAGES.confirmRemoval },
	};
	const removingForReports: RowAction = {
		label: 'Remove',
		key: 'd',
		isDestructive: true,
		send: decide('wanted_removed'),
		ask: questionOf(
			`Remove ${isolated(title)}`,
			'It leaves the market at once. The owner reads the notes.',
		),
	};
	const warning: RowAction = {
		label: 'Warn',
		key: 'w',
		isSecondary: true,
		send: decide('user_warned'),
		ask: questionOf(
			`Warn ${isolated(owner.userName)}`,
			`${isDeleted ? '' : 'The post stays. '}They read the notes as a warning.`,
		),
	};
	const banning: RowAction = {
		label: 'Ban',
		key: 'b',
		isDestructive: true,
		isSecondary: true,
		send: async (notes) => ({
			...(await decide('user_banned')(notes)),
			banned: { about: 'user', id: owner.id },
		}),
		ask: questionOf(
			`Ban ${isolated(owner.userName)}`,
			'All their posts and items leave the market at once.',
		),
	};
	const dismissing: RowAction = {
		label: 'Dismiss reports',
		key: 's',
		isSecondary: true,
		send: (notes) => dismissReports(post, notes),
		ask: questionOf(
			`Dismiss the reports of ${isolated(title)}`,
			`${isDeleted ? 'The' : 'The post stays, and the'} reporters are told.`,
		),
	};
	if (reports > 0) {
		const removal = status === 'removed' || isDeleted ? [] : [removingForReports];
		if (owner.isGone) return [dismissing, ...removal];
		return [dismissing, warning, ...removal, ...(owner.isBanned ? [] : [banning])];
	}
	return status === 'removed' ? [] : [removing];
}

function questionOf(title: string, description: string): TextQuestion {
	return { ...NOTES, title, description };
}

function resolveReports(
	post: WantedWithReports,
	action: Outcome,
	notes: string,
): Promise<ChangeReply> {
	return decideReports(post, (id, otherReports) => {
		const body = { action, notes, wholeTarget: true, otherReports };
		return callAdminApi(resolveWantedReport, { params: { id }, body });
	});
}

function dismissReports(post: WantedWithReports, notes: string): Promise<ChangeReply> {
	return decideReports(post, (id, otherReports) => {
		const body = { notes, wholeTarget: true, otherReports };
		return callAdminApi(dismissWantedReport, { params: { id }, body });
	});
}

/**
 * Decides all shown reports about a post with one request: to the oldest report, with the ids of the others in its body.
 * If a colleague has decided the reports meanwhile, a toast says so, and the dialog closes as after a decision. The typed
 * text stays in its draft.
 * @param post the post as the page showed it when the dialog opened
 */
async function decideReports(
	post: WantedWithReports,
	send: (id: number, otherReports: number[]) => Promise<ChangeReply>,
): Promise<ChangeReply> {
	const [first, ...others] = await findShownReports(post);
	if (first === undefined) return showAlreadyDecided();
	try {
		return await send(first, others);
	} catch (error) {
		if (isAlreadyDecided(error)) return showAlreadyDecided();
		throw error;
	}
}

/**
 * The pending reports about a post, without those that arrived while the dialog was open. These are the reports that the
 * panel showed or, if the dialog was opened from the list, as many as the list counted.
 * @returns the ids of the reports, the oldest first
 */
async function findShownReports(post: WantedWithReports): Promise<number[]> {
	const { id, reports: count, pendingReports: panelReports } = post;
	const { pendingReports } = await callAdminApi(getAdminWanted, { params: { id } });
	const ids = pendingReports.map((report) => report.id);
	return panelReports
		? ids.filter((pendingId) => panelReports.some((report) => report.id === pendingId))
		: ids.slice(0, count);
}

function isAlreadyDecided(error: unknown): boolean {
	return error instanceof ApiError && error.code === REPORT_DECISION_ERRORS.notPending.code;
}

function showAlreadyDecided(): ChangeReply {
	toast(REPORT_DECISION_ERRORS.notPending.message, { tone: 'bad' });
	return { wasDecidedElsewhere: true };
}

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
