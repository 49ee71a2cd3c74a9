import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { PermanentError } from '#web/features/chat/engine/permanent-error.ts';
import { categoryPath, itemPath } from '#web/lib/paths.ts';
import { LostPageArt } from '#web/ui/art/lost-page-art.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';

/** A chat that cannot be opened: why, and links to go on. It has no retry button, because a retry cannot succeed. */
export function UnavailableChat({ refusal: { message, itemId } }: { refusal: PermanentError }) {
	const { title, text } = errorTexts(message);

	return (
		<div className="mx-auto grid max-w-md justify-items-center gap-3 p-4 text-center">
			<LostPageArt className="h-32 w-44 max-w-full" />
			<div role="alert" className="grid gap-1">
				<h2 className="text-xl">{title}</h2>
				<p className="text-ink-soft wrap-anywhere">{text}</p>
			</div>
			<div className="mt-3 flex flex-wrap justify-center gap-2">
				<ButtonLink variant="main" to={PAGES.chats}>
					My Chats
				</ButtonLink>
				{itemId !== undefined && <ButtonLink to={itemPath(itemId)}>See the item</ButtonLink>}
				{message === ITEM_MESSAGES.notFound && (
					<ButtonLink to={categoryPath()}>See what is on sale</ButtonLink>
				)}
			</div>
		</div>
	);
}

/** The heading and text for an error; one of them always contains the server's own message. */
function errorTexts(message: string): { title: string; text: string } {
	switch (message) {
		case CHAT_MESSAGES.notYours:
			return { title: CHAT_MESSAGES.notYoursTitle, text: message };
		case CHAT_MESSAGES.missingParameters:
			return { title: CHAT_MESSAGES.noChatTitle, text: `${message}. ${CHAT_MESSAGES.addressHint}` };
		case ITEM_MESSAGES.notFound:
			return { title: message, text: CHAT_MESSAGES.itemGoneHint };
		case AUTH_MESSAGES.userNotFound:
			return { title: message, text: CHAT_MESSAGES.personGoneHint };
		default:
			return { title: CHAT_MESSAGES.cannotOpenTitle, text: message };
	}
}
