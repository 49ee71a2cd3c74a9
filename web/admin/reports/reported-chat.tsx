import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { CHAT_EXCERPT_MAX, getReportedChat } from '#contract/admin/reports.ts';
import type { ChatPhoto } from '#contract/chat/photos.ts';
import { isolated } from '#contract/core/format.ts';
import { PhotoViewer } from '#web/admin/items/photo-viewer.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { formatDay, formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Picture } from '#web/ui/picture.tsx';

interface ReportedChatProps {
	id: number;
	/** For a decided report: until when what was read of the chat is kept. */
	keptUntil: string | null;
}

/**
 * The end of the chat that a report refers to. Each request is logged, so the chat is loaded only when the button is
 * pressed.
 */
export function ReportedChat({ id, keptUntil }: ReportedChatProps) {
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
