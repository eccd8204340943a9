export { aRow, GeneratedSource } from './generated-source';
export { englishGridTexts } from './texts';
