import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DEAL_EVENT_LABELS } from '#contract/admin/deals.ts';
import { ADMIN_PAGE_TABLE, ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	FIXED_NOTES,
	REPORT_DECISION_MESSAGES,
	type userReportResolution,
} from '#contract/admin/report-decisions.ts';
import {
	ADMIN_USER_REPORTS_PAGE_SIZE,
	type AdminUserReport,
	CHAT_EXCERPT_MAX,
	dismissUserReport,
	exportUserReports,
	getReportedChat,
	getUserReport,
	listUserReports,
	reopenUserReport,
	resolveUserReport,
} from '#contract/admin/reports.ts';
import type { ChatPhoto } from '#contract/chat/photos.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { isolated } from '#contract/core/format.ts';
import { USER_REPORT_TYPES } from '#contract/reports/facts.ts';
import { PhotoViewer } from '#web/admin/items/photo-viewer.tsx';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { formatDay, formatMoment } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { PersonLink } from './report-details.tsx';
import { actsOnUser, REPORT_COLUMNS, reportKind, SHARED_DECISIONS } from './report-kind.tsx';
import { ReportsScreen } from './reports-screen.tsx';

interface UserReportTargetProps {
	person: AdminUserReport['reportedUser'];
	/** The item that the reported chat was about. */
	itemId: number | null;
	/** The deal in the reported chat; null without one. */
	deal: AdminUserReport['deal'];
}

/** The reported user with their status, and links to them, to the item and to the deal. */
function UserReportTarget({ person, itemId, deal }: UserReportTargetProps) {
	return (
		<section
			aria-label="Reported user"
			className="flex flex-wrap items-center gap-3 rounded-card border border-line p-3"
		>
			<Avatar name={person.userName} />
			<div className="grid min-w-0 gap-0.5">
				<PersonLink {...person} />
				<PersonStatus person={person} />
				{itemId !== null && (
					<p className="text-sm">
						<span className="text-ink-soft">About: </span>
						<Link to={`${ADMIN_PAGES.items}?item=${itemId}`} className="font-semibold text-link">
							Item {itemId}
						</Link>
					</p>
				)}
				{deal && <ReportedDeal deal={deal} />}
			</div>
		</section>
	);
}

function ReportedDeal({ deal }: { deal: NonNullable<AdminUserReport['deal']> }) {
	const { itemId, itemTitle, lastStep, startedAt } = deal;
	return (
		<p className="text-sm wrap-anywhere">
			<span className="text-ink-soft">Deal: </span>
			<Link to={`${ADMIN_PAGES.items}?item=${itemId}`} className="font-semibold text-link">
				<bdi>{itemTitle}</bdi>
			</Link>
			<span className="text-ink-soft">
				{lastStep
					? `, ${DEAL_EVENT_LABELS[lastStep.type]}, ${formatMoment(lastStep.at)}`
					: `, since ${formatMoment(startedAt)}`}
			</span>
		</p>
	);
}

function PersonStatus({
	person: { isGone, isBanned, isVerified },
}: Pick<UserReportTargetProps, 'person'>) {
	if (isGone) return <StatusLabel tone="quiet">Deleted</StatusLabel>;
	if (isBanned) return <StatusLabel tone="bad">Banned</StatusLabel>;
	if (isVerified) return <StatusLabel tone="good">Verified</StatusLabel>;
	return <StatusLabel tone="quiet">Unverified</StatusLabel>;
}

interface ReportedChatProps {
	id: number;
	/** For a decided report: until when what was read of the chat is kept. */
	keptUntil: string | null;
}

/**
 * The end of the chat that a report refers to. Each request is logged, so the chat is loaded only when the button is
 * pressed.
 */
function ReportedChat({ id, keptUntil }: ReportedChatProps) {
	const loadChat = useMutation({
		mutationFn: async () => (await callAdminApi(getReportedChat, { params: { id } })).messages,
	});
	const { loadFailed } = REPORT_DECISION_MESSAGES;

	return (
		<section aria-label="Chat" className="grid gap-2">
			{loadChat.data && <ChatExcerpt messages={loadChat.data} />}
			{/* The button stays after loading: the signed URLs of the photos expire within minutes. */}
			<Button size="small" busy={loadChat.isPending} onClick={() => loadChat.mutate()}>
				{loadChat.data ? 'Read it again' : 'Read the chat'}
			</Button>
			<p className="text-xs text-ink-soft">
				{`${keptUntil === null ? `The last ${CHAT_EXCERPT_MAX} messages.` : `The messages that were read before the decision, kept until ${formatDay(keptUntil)}.`} That you read them goes into the audit log.`}
			</p>
			{loadChat.isError && (
				<p role="alert" className="text-sm text-bad">
					{errorMessageFor(loadChat.error, loadFailed, loadFailed)}
				</p>
			)}
		</section>
	);
}

interface ChatExcerptProps {
	messages: readonly {
		id: number;
		senderName: string;
		text: string | null;
		photos: readonly ChatPhoto[];
		createdAt: string;
	}[];
}

function ChatExcerpt({ messages }: ChatExcerptProps) {
	if (messages.length === 0) return <p className="text-sm">There are no messages in this chat.</p>;
	return (
		<>
			<h3 className="text-sm">The end of the chat</h3>
			<ol className="grid gap-2 rounded-card bg-sunken p-3">
				{messages.map(({ id, senderName, text, photos, createdAt }) => (
					<li key={id} className="rounded-field bg-surface px-3 py-2 text-sm">
						<p className="flex flex-wrap justify-between gap-x-3 text-xs text-ink-soft">
							<span className="font-semibold">{senderName}</span>
							<time dateTime={createdAt}>{formatMoment(createdAt)}</time>
						</p>
						{photos.length > 0 && <SentPhotos photos={photos} name={senderName} />}
						{(text !== null || photos.length === 0) && (
							<p className="wrap-anywhere whitespace-pre-line">
								{text ?? 'The person who wrote this has left the market.'}
							</p>
						)}
					</li>
				))}
			</ol>
		</>
	);
}

/** Small pictures; a press shows one in full screen. */
function SentPhotos({ photos, name }: { photos: readonly ChatPhoto[]; name: string }) {
	const [openIndex, setOpenIndex] = useState<number>();
	return (
		<>
			<ul className="flex flex-wrap gap-1 py-1">
				{photos.map(({ id, url, width, height }, index) => (
					<li key={id} className="size-20 overflow-hidden rounded-field bg-sunken">
						<button
							type="button"
							aria-label={`Photo ${index + 1} of ${photos.length} from ${isolated(name)}`}
							onClick={() => setOpenIndex(index)}
							className="block size-full cursor-zoom-in -outline-offset-2"
						>
							<Picture
								photo={{ url, width, height }}
								alt=""
								sizes="80px"
								hasThumb={false}
								isSmall
							/>
						</button>
					</li>
				))}
			</ul>
			<PhotoViewer
				open={openIndex !== undefined}
				title={`the message from ${isolated(name)}`}
				photos={photos}
				index={openIndex ?? 0}
				onIndexChange={setOpenIndex}
				onClose={() => setOpenIndex(undefined)}
			/>
		</>
	);
}

/** Reports about users: their list, panel and decisions. */
const USER_REPORTS = reportKind<AdminUserReport>({
	dataKind: 'user-reports',
	heading: ADMIN_PAGE_TABLE.userReports.label,
	list: listFrom(listUserReports, ({ userReports, pagination }) => ({
		rows: userReports,
		pagination,
	})),
	exportEndpoint: exportUserReports,
	pageSize: ADMIN_USER_REPORTS_PAGE_SIZE,
	types: USER_REPORT_TYPES,
	columns: [
		{
			title: 'Reported user',
			isMain: true,
			cell: ({ reportedUser }) => reportedUser.userName,
		},
		{ ...REPORT_COLUMNS.complaint, isMain: false },
		REPORT_COLUMNS.status,
		REPORT_COLUMNS.reporter,
		REPORT_COLUMNS.type,
		REPORT_COLUMNS.count,
		REPORT_COLUMNS.date,
	],
	nameOf: ({ reportedUser, reporter }) =>
		`report about ${isolated(reportedUser.userName)} by ${isolated(reporter.userName)}`,
	targetLabel: 'this person',
	targetNameOf: ({ reportedUser }) => reportedUser.userName,
	targetOf: ({ reportedUser }) => reportedUser.id,
	targetNoun: { singular: 'person', plural: 'people' },
	notesHint:
		'“Warn” and “Ban user” show them to this person; otherwise only administrators see them.',
	find: async (id, signal) => {
		const reply = await callAdminApi(getUserReport, { params: { id }, signal });
		return { ...reply, report: reply.userReport, otherPending: reply.otherPending ?? [] };
	},
	reopen: (id) => callAdminApi(reopenUserReport, { params: { id } }),
	personOf: ({ reportedUser }) => reportedUser,
	bannedBy: (type, { reportedUser: { id } }) =>
		type === 'ban_user' ? { about: 'user', id } : undefined,
	dismiss: (id, body) => callAdminApi(dismissUserReport, { params: { id }, body }),
	resolve: (id, input) => {
		// The cast is safe: `decisions` below has none that bans an item or hides a review.
		const body = input as SchemaInput<typeof userReportResolution>;
		return callAdminApi(resolveUserReport, { params: { id }, body });
	},
	decisions: [
		{ ...SHARED_DECISIONS.reject, listNotes: FIXED_NOTES.dismissed },
		SHARED_DECISIONS.approve,
		{
			...SHARED_DECISIONS.warn_user,
			// Stored when the decision is made in the list, where no notes can be typed.
			listNotes: FIXED_NOTES.warned,
			question: ({ reportedUser }, notes = REPORT_DECISION_MESSAGES.warning()) =>
				`${isolated(reportedUser.userName)} is told: “${isolated(notes)}”`,
		},
		{
			...SHARED_DECISIONS.ban_user,
			question: ({ reportedUser }) =>
				`${isolated(reportedUser.userName)} is signed out at once and can't come back. Ban this user?`,
		},
	],
	isPossible: (type, { reportedUser }) => {
		if (type === 'ban_user' && reportedUser.isBanned) return false;
		return !(reportedUser.isGone && actsOnUser(type));
	},
	renderTarget: ({ reportedUser, itemId, deal }) => (
		<UserReportTarget person={reportedUser} itemId={itemId} deal={deal} />
	),
	renderMore: ({ id, status, roomId, chatKeptUntil }) =>
		(status === 'pending' ? roomId : chatKeptUntil) !== null && (
			<ReportedChat key={status} id={id} keptUntil={chatKeptUntil} />
		),
});

/** The page of the reports about users. */
export function UserReportsPage() {
	return <ReportsScreen kind={USER_REPORTS} />;
}
