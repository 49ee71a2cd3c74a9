import { useNavigate } from 'react-router';
import type { ItemChat } from '#contract/chat/conversations.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import { describeStep } from '#web/features/deals/cards/describe-step.ts';
import { formatMoment } from '#web/lib/format.ts';
import { sellerChatPath } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';
import { BlockedMark } from './blocked-mark.tsx';
import { chatTime } from './chat-time.ts';
import { UnreadBadge } from './unread-badge.tsx';
import { useToday } from './use-today.ts';

/** One buyer of an item, as a button that opens the chat with this buyer. */
export function BuyerButton({ buyer, itemId }: { buyer: ItemChat; itemId: number }) {
	const navigate = useNavigate();
	const { userId, userName, profilePicUrl, isVerified, lastMessageAt, unread, isBlocked } = buyer;

	return (
		<li>
			<button
				type="button"
				onClick={() => void navigate(sellerChatPath(itemId, userId))}
				className="grid w-full cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-card border border-line bg-surface p-3 text-left hover:bg-sunken"
			>
				<Avatar name={userName} pictureUrl={profilePicUrl && photoUrlAt(profilePicUrl, 320)} />
				<span className="min-w-0">
					<span className="flex flex-wrap items-center gap-x-2">
						<span className="min-w-0 font-semibold wrap-anywhere">{userName}</span>
						{isVerified && <VerifiedBadge />}
						{isBlocked && <BlockedMark />}
					</span>
					<span className="block text-xs text-ink-soft tabular-nums">
						{CHAT_MESSAGES.buyerId(userId)}
					</span>
					<span className={`block truncate text-sm ${unread > 0 ? 'font-semibold' : ''}`}>
						{lastMessageText(buyer)}
					</span>
				</span>
				<span className="grid min-h-12 content-start justify-items-end gap-1.5">
					<time
						dateTime={lastMessageAt}
						title={formatMoment(lastMessageAt)}
						className="text-xs text-ink-soft tabular-nums"
					>
						{chatTime(lastMessageAt, useToday())}
					</time>
					<UnreadBadge count={unread} />
				</span>
			</button>
		</li>
	);
}

/** The last message or step of the deal, as a line of text. */
function lastMessageText({
	lastStep,
	lastMessage,
	isLastMessageWithoutWords,
	userName,
}: ItemChat): string {
	const reader = { role: 'seller', name: userName, text: lastMessage } as const;
	if (lastStep) return describeStep(lastStep.event, { ...reader, isOwn: lastStep.isOwn });
	return isLastMessageWithoutWords ? CHAT_MESSAGES.photo : lastMessage;
}
