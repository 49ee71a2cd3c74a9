import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import { personPath } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';
import { BackLink } from './back-link.tsx';
import { ChatMenu } from './chat-menu.tsx';
import { measureHeader } from './measure-header.ts';

interface ChatHeaderProps {
	chat: KnownChat;
	/** The other person's name. */
	name: string;
	isOtherOnline: boolean;
	onBlockChange: () => void;
}

/** The other person, their online status, and the menu of the chat. */
export function ChatHeader({ chat, name, isOtherOnline, onBlockChange }: ChatHeaderProps) {
	const { id, profilePicUrl, isVerified } = chat.other;

	return (
		<header ref={measureHeader} className="flex items-center gap-1 px-2 py-1.5 tablet:px-4">
			<BackLink />
			<div className="flex min-w-0 flex-1 items-center gap-3">
				<Avatar
					name={name}
					pictureUrl={profilePicUrl && photoUrlAt(profilePicUrl, 320)}
					className="size-[44px] text-[16px]"
				/>
				<div className="min-w-0">
					<h2
						// Without an online status below, the name moves to the middle. The space for the status stays reserved.
						className={`flex min-w-0 flex-wrap items-center gap-x-2 text-lg ${isOtherOnline ? '' : 'relative top-2'}`}
					>
						<Link
							to={personPath(id)}
							// The clickable area includes the line below: the name alone is too small to tap.
							className="relative -mb-5 max-w-full pb-5 hover:underline"
						>
							<span className="line-clamp-2 wrap-anywhere">{name}</span>
						</Link>
						{isVerified && <VerifiedBadge />}
					</h2>
					<p role="status" className="min-h-5 text-xs text-ink-soft">
						{isOtherOnline && (
							<span className="inline-flex items-center gap-1.5">
								<span aria-hidden="true" className="size-2 rounded-full bg-good" />
								{CHAT_MESSAGES.online}
							</span>
						)}
					</p>
				</div>
			</div>
			<ChatMenu chat={chat} name={name} onBlockChange={onBlockChange} />
		</header>
	);
}
