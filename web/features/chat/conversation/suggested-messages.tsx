import { ShieldCheck } from 'lucide-react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';

interface SuggestedMessagesProps {
	/** Called with the text to put into the message field. */
	onChoose: (text: string) => void;
}

/** For a buyer who has not written yet: advice on meeting safely, and first messages to choose from. */
export function SuggestedMessages({ onChoose }: SuggestedMessagesProps) {
	return (
		<div className="grid gap-2 pb-1">
			<p className="flex items-start justify-center gap-1.5 text-xs text-ink-soft">
				<ShieldCheck aria-hidden="true" className="mt-px size-4 shrink-0" />
				{CHAT_MESSAGES.meetSafely}
			</p>
			<fieldset
				aria-label={CHAT_MESSAGES.conversationStartersLabel}
				className="flex flex-wrap justify-center gap-1.5"
			>
				{CHAT_MESSAGES.conversationStarters.map((text) => (
					<button
						key={text}
						type="button"
						onClick={() => onChoose(text)}
						className="min-h-11 cursor-pointer rounded-full border border-edge bg-surface px-2.5 text-xs hover:bg-sunken"
					>
						{text}
					</button>
				))}
			</fieldset>
		</div>
	);
}

/** The field's text after choosing a suggestion: it replaces another suggestion, and is appended to anything typed. */
export function withSuggestion(typed: string, suggestion: string): string {
	const text = typed.trim();
	const isReplaced =
		text === '' || CHAT_MESSAGES.conversationStarters.some((known) => known === text);
	return isReplaced ? suggestion : `${text} ${suggestion}`;
}
