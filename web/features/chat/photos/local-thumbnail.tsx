import { FileImage } from 'lucide-react';
import { LocalPhoto } from '#web/features/photos/local-photo.tsx';

/** A picked photo; its file name where this browser cannot draw it. */
export function LocalThumbnail({ file, alt }: { file: File; alt: string }) {
	const fallback = (
		<span className="grid size-full place-content-center justify-items-center gap-1 bg-sunken p-2 text-center text-xs text-ink">
			<FileImage aria-hidden="true" className="size-6" />
			<span className="line-clamp-2 wrap-anywhere">{file.name}</span>
		</span>
	);
	return <LocalPhoto file={file} alt={alt} fallback={fallback} />;
}
