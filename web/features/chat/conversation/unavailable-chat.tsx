import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { PermanentError } from '#web/features/chat/engine/permanent-error.ts';
import { categoryPath, itemPath } from '#web/lib/paths.ts';
import { LostPageArt } from '#web/ui/art/lost-page-art.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';

/**
 * A chat that cannot be opened: the reason, and links to other pages. It has no retry button, because a retry cannot
 * succeed.
 */
export function UnavailableChat({ error: { code, message, itemId } }: { error: PermanentError }) {
	const { title, text } = errorTexts({ code, message });

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
				{code === ITEM_ERRORS.notFound.code && (
					<ButtonLink to={categoryPath()}>See what is on sale</ButtonLink>
				)}
			</div>
		</div>
	);
}

/** The heading and text for an error. One of the two always contains the message of the server. */
function errorTexts({ code, message }: PermanentError): { title: string; text: string } {
	switch (code) {
		case CHAT_ERRORS.notYours.code:
			return { title: CHAT_MESSAGES.notYoursTitle, text: message };
		case CHAT_ERRORS.missingParameters.code:
			return { title: CHAT_MESSAGES.noChatTitle, text: `${message}. ${CHAT_MESSAGES.addressHint}` };
		case ITEM_ERRORS.notFound.code:
			return { title: message, text: CHAT_MESSAGES.itemGoneHint };
		case AUTH_ERRORS.userNotFound.code:
			return { title: message, text: CHAT_MESSAGES.personGoneHint };
		default:
			return { title: CHAT_MESSAGES.cannotOpenTitle, text: message };
	}
}
