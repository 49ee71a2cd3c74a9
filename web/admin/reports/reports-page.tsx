import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import {
	ADMIN_ITEM_STATUS_LABELS,
	type AdminItem,
	itemStatusLabel,
} from '#contract/admin/items.ts';
import { ADMIN_PAGE_TABLE, ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	type itemReportResolution,
	REPORT_DECISION_MESSAGES,
} from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REPORTS_PAGE_SIZE,
	type AdminItemReport,
	dismissReport,
	exportReports,
	getReport,
	listReports,
	reopenReport,
	resolveReport,
} from '#contract/admin/reports.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { formatPrice, isolated } from '#contract/core/format.ts';
import { CONTENT_REPORT_TYPES } from '#contract/reports/facts.ts';
import { ItemPhotos } from '#web/admin/items/item-photos.tsx';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Link } from '#web/ui/link.tsx';
import { PersonLink } from './report-details.tsx';
import { actsOnUser, REPORT_COLUMNS, reportKind, SHARED_DECISIONS } from './report-kind.tsx';
import { ReportsScreen } from './reports-screen.tsx';

const TONES: Readonly<Record<AdminItemReport['Item']['status'], StatusTone>> = {
	available: 'good',
	sold: 'quiet',
	banned: 'bad',
	removed: 'quiet',
};

/** The reported item, with links to it and to its owner. */
function ItemReportTarget({
	item,
	details,
}: {
	item: AdminItemReport['Item'];
	/** The item in full, which a list does not load; null once it is deleted. */
	details: AdminItem | null | undefined;
}) {
	const { id, title, status, isDeleted, image, Owner } = item;

	return (
		<section
			aria-label="Item"
			className="flex flex-wrap items-center gap-3 rounded-card border border-line p-3"
		>
			{details && <ItemEvidence item={details} />}
			{!details && <ItemPicture key={image} url={image} />}
			<div className="grid min-w-0 flex-1 gap-0.5">
				{isDeleted ? (
					<span className="font-semibold wrap-anywhere">{title}</span>
				) : (
					<Link
						to={`${ADMIN_PAGES.items}?item=${id}`}
						className="font-semibold wrap-anywhere text-link"
					>
						{title}
					</Link>
				)}
				{isDeleted ? (
					<StatusLabel tone="quiet">
						{ADMIN_ITEM_STATUS_LABELS[status === 'removed' ? status : 'deleted']}
					</StatusLabel>
				) : (
					<StatusLabel tone={Owner.isBanned ? 'bad' : TONES[status]}>
						{itemStatusLabel(status, Owner.isBanned)}
					</StatusLabel>
				)}
				<p className="text-sm wrap-anywhere">
					<span className="text-ink-soft">Owner: </span>
					<PersonLink {...Owner} />
					{Owner.isBanned && <span className="text-bad"> (banned)</span>}
				</p>
			</div>
		</section>
	);
}

/** What the report is about, as its readers see it: the pictures large, the price and the description. */
function ItemEvidence({ item }: { item: AdminItem }) {
	return (
		<div className="grid w-full gap-2">
			<ItemPhotos key={item.id} item={item} />
			<p className="font-semibold tabular-nums">{formatPrice(item.price)}</p>
			<p className="text-sm wrap-anywhere whitespace-pre-line">{item.description}</p>
		</div>
	);
}

/** A small picture of the item; an empty frame if there is none or if its signed URL, valid for minutes, has expired. */
function ItemPicture({ url }: { url: string | null }) {
	const [hasFailed, setHasFailed] = useState(false);
	const frame = 'size-20 shrink-0 rounded-field bg-sunken';
	if (!url || hasFailed) {
		return (
			<span className={`grid place-items-center text-ink-soft ${frame}`}>
				<ImageOff aria-hidden="true" className="size-6" />
				<span className="sr-only">No picture</span>
			</span>
		);
	}
	return (
		<img
			src={url}
			alt=""
			width={80}
			height={80}
			onError={() => setHasFailed(true)}
			className={`object-cover ${frame}`}
		/>
	);
}

/** Reports about items: their list, panel and decisions. */
const ITEM_REPORTS = reportKind<AdminItemReport>({
	dataKind: 'reports',
	heading: ADMIN_PAGE_TABLE.reports.label,
	list: listFrom(listReports, ({ reports, pagination }) => ({ rows: reports, pagination })),
	exportEndpoint: exportReports,
	pageSize: ADMIN_REPORTS_PAGE_SIZE,
	types: CONTENT_REPORT_TYPES,
	columns: [
		REPORT_COLUMNS.complaint,
		{ title: 'Item', cell: ({ Item }) => Item.title },
		REPORT_COLUMNS.status,
		{ title: 'Owner', visibleFrom: 'widest', cell: ({ Item }) => Item.Owner.userName },
		REPORT_COLUMNS.reporter,
		REPORT_COLUMNS.type,
		REPORT_COLUMNS.count,
		REPORT_COLUMNS.date,
	],
	nameOf: ({ Item, reporter }) =>
		`report about ${isolated(Item.title)} by ${isolated(reporter.userName)}`,
	targetLabel: 'this item',
	targetNameOf: ({ Item }) => Item.title,
	targetOf: ({ Item }) => Item.id,
	targetNoun: { singular: 'item', plural: 'items' },
	notesHint:
		'“Warn”, “Ban item” and “Ban user” show them to the owner; otherwise only administrators see them.',
	find: async (id, signal) => {
		const { otherPending = [], ...found } = await callAdminApi(getReport, {
			params: { id },
			signal,
		});
		return { ...found, otherPending };
	},
	reopen: (id) => callAdminApi(reopenReport, { params: { id } }),
	personOf: ({ Item }) => Item.Owner,
	bannedBy: (type, { Item }) => {
		if (type === 'ban_user') return { about: 'user', id: Item.Owner.id };
		return type === 'ban_item' ? { about: 'item', id: Item.id } : undefined;
	},
	dismiss: (id, body) => callAdminApi(dismissReport, { params: { id }, body }),
	resolve: (id, input) => {
		// The cast is safe: `decisions` below has none that hides a review.
		const body = input as SchemaInput<typeof itemReportResolution>;
		return callAdminApi(resolveReport, { params: { id }, body });
	},
	decisions: [
		SHARED_DECISIONS.reject,
		SHARED_DECISIONS.approve,
		{
			...SHARED_DECISIONS.warn_user,
			question: ({ Item }, notes = REPORT_DECISION_MESSAGES.warning(Item.title)) =>
				`${isolated(Item.Owner.userName)}, who owns “${isolated(Item.title)}”, is told: “${isolated(notes)}”`,
		},
		{
			type: 'ban_item',
			label: 'Ban item',
			key: 'b',
			isDestructive: true,
			isSecondary: true,
			question: ({ Item }) => `“${isolated(Item.title)}” leaves the market at once. Ban this item?`,
		},
		{
			...SHARED_DECISIONS.ban_user,
			question: ({ Item }) =>
				`${isolated(Item.Owner.userName)}, who owns “${isolated(Item.title)}”, is signed out at once and can't come back. Ban this user?`,
		},
	],
	isPossible: (type, { Item }) => {
		if (type === 'ban_item') return !Item.isDeleted;
		if (type === 'ban_user' && Item.Owner.isBanned) return false;
		return !(Item.Owner.isGone && actsOnUser(type));
	},
	renderTarget: ({ Item }, item) => <ItemReportTarget item={Item} details={item} />,
});

/** The page of the reports about items. */
export function ReportsPage() {
	return <ReportsScreen kind={ITEM_REPORTS} />;
}
