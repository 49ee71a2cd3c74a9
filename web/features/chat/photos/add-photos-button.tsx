import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ACCEPTED_TYPES } from '#web/features/photos/photo-files.ts';

/** A button that opens the gallery, and on phones offers the camera. */
export function AddPhotosButton({ onPick }: { onPick: (files: File[]) => void }) {
	const id = useId();

	function handlePick(event: ChangeEvent<HTMLInputElement>) {
		const files = [...(event.currentTarget.files ?? [])];
		// Without this, picking the same file again would fire no change event.
		event.currentTarget.value = '';
		onPick(files);
	}

	return (
		<>
			<input
				id={id}
				type="file"
				multiple
				aria-label={CHAT_MESSAGES.addPhotos}
				accept={ACCEPTED_TYPES}
				onChange={handlePick}
				className="peer sr-only"
			/>
			<label
				htmlFor={id}
				title={CHAT_MESSAGES.addPhotos}
				className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-full text-ink-soft outline-offset-2 peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-link hover:bg-sunken"
			>
				<ImagePlus aria-hidden="true" className="size-6" />
			</label>
		</>
	);
}
