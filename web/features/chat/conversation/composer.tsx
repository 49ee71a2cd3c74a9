import { SendHorizontal } from 'lucide-react';
import {
	type FormEvent,
	type KeyboardEvent,
	type RefObject,
	useEffect,
	useId,
	useRef,
	useState,
} from 'react';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_LIMITS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { formatCount } from '#contract/core/format.ts';
import { codePointLength, isBlank } from '#contract/core/schemas.ts';
import type { Outbox } from '#web/features/chat/engine/outbox.ts';
import { AddPhotosButton } from '#web/features/chat/photos/add-photos-button.tsx';
import { PhotosToSend } from '#web/features/chat/photos/photos-to-send.tsx';
import type { PickedPhoto } from '#web/features/chat/photos/picked-photo.ts';
import { usePickedPhotos } from '#web/features/chat/photos/use-picked-photos.ts';
import { isComposing } from '#web/lib/keyboard.ts';
import { SuggestedMessages, type Suggestions, withSuggestion } from './suggested-messages.tsx';
import { useDraft } from './use-draft.ts';

interface ComposerProps {
	outbox: Outbox;
	/**
	 * True after the composer has replaced the pressed Unblock button: it takes the focus, unless the focus is
	 * elsewhere by now.
	 */
	shouldFocus: boolean;
	/**
	 * Whether the send button can be pressed. Enter always sends: what it sends before the room is
	 * joined waits in the outbox.
	 */
	canSend: boolean;
	suggestions: Suggestions | undefined;
	/**
	 * Called with the trimmed text, which is within the limit, and with up to four photos. At least one of the two is
	 * not empty.
	 */
	onSend: (text: string, photos: readonly PickedPhoto[]) => void;
	onTyping: (isTyping: boolean) => void;
}

/** The character counter is shown for texts longer than this. */
const COUNTER_ABOVE = CHAT_LIMITS.textMax * 0.9;

/** The message field: Enter sends, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
	const { outbox, canSend, suggestions, onSend, onTyping } = props;
	const id = useId();
	const field = useRef<HTMLTextAreaElement>(null);
	const [length, setLength] = useState(0);
	const picked = usePickedPhotos(outbox);
	useDraft(outbox, field, updateLength);
	useFocusIf(props.shouldFocus, field);
	const isTooLong = length > CHAT_LIMITS.textMax;

	function updateLength() {
		setLength(codePointLength(field.current?.value.trim() ?? ''));
		if (field.current) fitToText(field.current);
	}

	function handleInput() {
		const typed = field.current?.value ?? '';
		updateLength();
		outbox.saveDraft(typed);
		onTyping(!isBlank(typed));
	}

	function chooseSuggestion(suggestion: string) {
		const textarea = field.current;
		if (!textarea || !suggestions) return;
		textarea.value = withSuggestion(textarea.value, suggestion, suggestions);
		handleInput();
		textarea.focus();
		if (suggestion.includes(GAP)) selectGap(textarea);
	}

	function handleKeyDown(event: KeyboardEvent) {
		// With an input method (IME), Enter may only confirm a word and must not send the message.
		if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
		event.preventDefault();
		send();
	}

	function handleSubmit(event: FormEvent) {
		event.preventDefault();
		send();
		field.current?.focus();
	}

	function send() {
		const textarea = field.current;
		const text = wordsOf(textarea?.value);
		const hasContent = text !== '' || picked.photos.length > 0;
		if (!textarea || !hasContent || picked.isPreparing || isTooLong) return;
		textarea.value = '';
		updateLength();
		outbox.saveDraft('');
		onTyping(false);
		onSend(text, picked.take());
	}

	return (
		<form
			onSubmit={handleSubmit}
			{...picked.dropTarget}
			className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]"
		>
			{suggestions && <SuggestedMessages suggestions={suggestions} onChoose={chooseSuggestion} />}
			<PhotosToSend picked={picked} onEmptied={() => field.current?.focus()} />
			<div className="flex items-end gap-1.5">
				<AddPhotosButton onPick={picked.add} />
				<textarea
					ref={field}
					rows={1}
					aria-label={CHAT_MESSAGES.placeholder}
					placeholder={CHAT_MESSAGES.placeholder}
					aria-describedby={isTooLong ? id : undefined}
					aria-invalid={isTooLong || undefined}
					enterKeyHint="send"
					onInput={handleInput}
					onBlur={() => onTyping(false)}
					onKeyDown={handleKeyDown}
					className="field-sizing-content max-h-36 min-h-12 min-w-0 flex-1 resize-none rounded-[1.5rem] border border-edge bg-surface px-4 py-2.5 text-base placeholder:text-ink-soft aria-invalid:border-bad"
				/>
				<SendButton disabled={!canSend || picked.isPreparing} />
			</div>
			<LengthCounter id={id} length={length} />
		</form>
	);
}

/** The trimmed text; '' if nothing of it is visible. */
function wordsOf(typed = ''): string {
	return isBlank(typed) ? '' : typed.trim();
}

/** Focuses a field, unless the focus is elsewhere by now. */
function useFocusIf(shouldFocus: boolean, field: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		if (shouldFocus && document.activeElement === document.body) field.current?.focus();
	}, [shouldFocus, field]);
}

/** Marks the part of a suggestion that the user fills in. */
const GAP = '…';

/** Selects the gap of the suggestion, which is the last part of the text. */
function selectGap(textarea: HTMLTextAreaElement): void {
	const gap = textarea.value.lastIndexOf(GAP);
	textarea.setSelectionRange(gap, gap + GAP.length);
}

/** Fallback for browsers without the CSS property `field-sizing`. */
function fitToText(textarea: HTMLTextAreaElement): void {
	if (CSS.supports('field-sizing', 'content')) return;
	textarea.style.height = 'auto';
	// `scrollHeight` lacks the two borders of one pixel.
	textarea.style.height = `${textarea.scrollHeight + 2}px`;
}

/** The used and allowed number of characters, once the limit is near. */
function LengthCounter({ id, length }: { id: string; length: number }) {
	if (length <= COUNTER_ABOVE) return null;
	return (
		<>
			<p className="px-1 text-right text-xs text-ink-soft tabular-nums">
				{formatCount(length)}/{formatCount(CHAT_LIMITS.textMax)}
			</p>
			{length > CHAT_LIMITS.textMax && (
				<p id={id} role="alert" className="px-1 text-sm text-bad">
					{CHAT_ERRORS.text.message}
				</p>
			)}
		</>
	);
}

function SendButton({ disabled }: { disabled: boolean }) {
	return (
		<button
			type="submit"
			disabled={disabled}
			aria-label="Send"
			title="Send"
			className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong disabled:cursor-default disabled:opacity-60"
		>
			<SendHorizontal aria-hidden="true" className="size-5" />
		</button>
	);
}
