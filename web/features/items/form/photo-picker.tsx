import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useId, useState } from 'react';
import { PHOTO_LIMITS_NOTE } from '#contract/photos/photos.ts';
import { ACCEPTED_TYPES } from '#web/features/photos/photo-files.ts';
import { Spinner } from '#web/ui/spinner.tsx';

interface PhotoPickerProps {
	isResizing: boolean;
	/** The id of the error message about the last pick, if any. */
	alertId: string | undefined;
	onPick: (files: File[]) => void;
}

/** A file input for photos, which offers the camera on phones, and a drop zone. */
export function PhotoPicker({ isResizing, alertId, onPick }: PhotoPickerProps) {
	const id = useId();
	const [isDragOver, setIsDragOver] = useState(false);

	function handlePick(event: ChangeEvent<HTMLInputElement>) {
		const files = [...(event.currentTarget.files ?? [])];
		// Without this, picking the same file again would fire no change event.
		event.currentTarget.value = '';
		onPick(files);
	}

	function handleDrop(event: DragEvent) {
		event.preventDefault();
		setIsDragOver(false);
		onPick([...event.dataTransfer.files]);
	}

	return (
		<div className="grid gap-1.5">
			<input
				id={id}
				type="file"
				multiple
				accept={ACCEPTED_TYPES}
				aria-describedby={[`${id}-hint`, alertId].filter(Boolean).join(' ')}
				aria-invalid={alertId ? true : undefined}
				onChange={handlePick}
				className="peer sr-only"
			/>
			<label
				htmlFor={id}
				onDragOver={(event) => {
					event.preventDefault();
					setIsDragOver(true);
				}}
				onDragLeave={() => setIsDragOver(false)}
				onDrop={handleDrop}
				className={`flex min-h-24 cursor-pointer items-center justify-center gap-2.5 rounded-card border-2 border-dashed px-4 py-5 font-semibold outline-offset-2 peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-link peer-disabled:cursor-default peer-disabled:opacity-60 hover:bg-sunken ${isDragOver ? 'border-link bg-accent-wash' : 'border-edge bg-surface'}`}
			>
				{isResizing ? <Spinner /> : <ImagePlus aria-hidden="true" className="size-5 shrink-0" />}
				{/* With keys, React replaces the whole span and no text in it, which a translator may have replaced. */}
				{isResizing ? (
					<span key="resizing">Making it smaller…</span>
				) : (
					<span key="add">
						Add photos <span className="hidden wide:inline">or drop or paste them here</span>
					</span>
				)}
			</label>
			<p id={`${id}-hint`} className="text-xs text-ink-soft">
				{PHOTO_LIMITS_NOTE}
			</p>
		</div>
	);
}
