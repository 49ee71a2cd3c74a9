import { ShieldCheck } from 'lucide-react';

/** Advice and messages that are suggested above the message field. */
export interface Suggestions {
	advice: string;
	/** Accessible name of the group of messages. */
	label: string;
	/** May be empty. */
	messages: readonly string[];
}

interface SuggestedMessagesProps {
	suggestions: Suggestions;
	/** Called with the text to put into the message field. */
	onChoose: (text: string) => void;
}

/** Advice for the current stage of a chat, and messages to choose from. */
export function SuggestedMessages({ suggestions, onChoose }: SuggestedMessagesProps) {
	const { advice, label, messages } = suggestions;
	return (
		<div className="grid gap-2 pb-1">
			<p className="flex items-start justify-center gap-1.5 text-xs text-ink-soft">
				<ShieldCheck aria-hidden="true" className="mt-px size-4 shrink-0" />
				{advice}
			</p>
			{messages.length > 0 && (
				<fieldset aria-label={label} className="flex flex-wrap justify-center gap-1.5">
					{messages.map((text) => (
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
			)}
		</div>
	);
}

/**
 * The field's text after a suggestion is chosen. It replaces another suggestion, and is appended to any other text.
 */
export function withSuggestion(
	typed: string,
	suggestion: string,
	{ messages }: Suggestions,
): string {
	const text = typed.trim();
	return text === '' || messages.includes(text) ? suggestion : `${text} ${suggestion}`;
}
