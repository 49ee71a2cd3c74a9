import { useState } from 'react';
import { CATEGORY_ICONS, type CategoryIcon as IconName } from '#contract/catalogue/facts.ts';
import { isolated } from '#contract/core/format.ts';
import { CategoryIcon, tintOf } from '#web/ui/category-icon.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface IconPickerProps {
	icon: IconName;
	/** The category's name. */
	name: string;
	canEdit: boolean;
	onChoose: (icon: IconName) => void;
}

/** 'Book open' for book-open. */
function labelOf(icon: IconName): string {
	const words = icon.replaceAll('-', ' ');
	return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A button with the category's icon, which opens a dialog with all icons. */
export function IconPicker({ icon, name, canEdit, onChoose }: IconPickerProps) {
	const [isOpen, setIsOpen] = useState(false);

	return (
		<>
			<button
				type="button"
				aria-label={`Icon of ${isolated(name)}: ${labelOf(icon)}`}
				title={canEdit ? 'Choose an icon' : undefined}
				disabled={!canEdit}
				onClick={() => setIsOpen(true)}
				className={`grid size-12 shrink-0 cursor-pointer place-items-center rounded-field disabled:cursor-default ${tintOf(icon)}`}
			>
				<CategoryIcon icon={icon} className="size-6" />
			</button>
			<Dialog open={isOpen} onClose={() => setIsOpen(false)} title={`Icon of ${isolated(name)}`}>
				<div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
					{CATEGORY_ICONS.map((option) => (
						<button
							key={option}
							type="button"
							aria-pressed={option === icon}
							onClick={() => {
								onChoose(option);
								setIsOpen(false);
							}}
							className={`grid min-h-18 cursor-pointer content-center justify-items-center gap-1 rounded-field border-2 p-1 text-center text-xs ${tintOf(option)} ${option === icon ? 'border-ink' : 'border-transparent hover:border-edge'}`}
						>
							<CategoryIcon icon={option} className="size-6" />
							{labelOf(option)}
						</button>
					))}
				</div>
			</Dialog>
		</>
	);
}
