import { writeFile } from 'node:fs/promises';
import { DOCUMENT, describeLicences } from './licences/document.ts';
import { listPackages } from './licences/packages.ts';
import { isAdmissible } from './licences/rules.ts';
import { say } from './terminal.ts';

const packages = await listPackages();
await writeFile(DOCUMENT, describeLicences(packages));
const refused = packages.filter((one) => !isAdmissible(one));
for (const { name, version, licence } of refused) say(`${name} ${version}: ${licence}`);
say(`${packages.length} packages, ${refused.length} with a licence that has to be judged`);
process.exitCode = refused.length === 0 ? 0 : 1;
