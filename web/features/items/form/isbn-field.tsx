import { ScanBarcode } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DetailPath } from '#contract/items/details.ts';
import { canScanBarCodes } from '#web/features/items/scan/bar-code-detector.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';

interface IsbnFieldProps {
	name: DetailPath;
	label: string;
	initial: string;
	errors: readonly FormError<string>[];
	onChange: (value: string) => void;
}

/** The field for a book's ISBN, with a button to scan the bar code if the browser can read bar codes. */
export function IsbnField({ initial, onChange, ...field }: IsbnFieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	const {
		Part: ScanDialog,
		isLoading,
		loadPart,
	} = useLazyOnPress(
		async () => (await import('#web/features/items/scan/scan-dialog.tsx')).ScanDialog,
	);

	function fill(isbn: string) {
		setIsOpen(false);
		if (!input.current) return;
		input.current.value = isbn;
		// The form stores its draft and clears the error only on an input event, which setting `value` does not fire.
		input.current.dispatchEvent(new Event('input', { bubbles: true }));
	}

	return (
		<FormField {...field} hint="10 or 13 digits, near the bar code on the back">
			{(control) => (
				<div className="flex gap-2">
					<TextInput
						{...control}
						ref={input}
						defaultValue={initial}
						autoComplete="off"
						spellCheck={false}
						className="tabular-nums"
						onInput={(event) => onChange(event.currentTarget.value)}
					/>
					{canScanBarCodes() && (
						<IconButton
							label="Scan the bar code"
							icon={<ScanBarcode aria-hidden="true" className="size-5.5" />}
							aria-busy={isLoading}
							onClick={() => void loadPart().then(setIsOpen)}
							className="size-12! rounded-field! border border-edge bg-surface"
						/>
					)}
					{ScanDialog && (
						<ScanDialog open={isOpen} onClose={() => setIsOpen(false)} onFound={fill} />
					)}
				</div>
			)}
		</FormField>
	);
}
