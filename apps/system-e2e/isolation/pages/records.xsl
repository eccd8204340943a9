<?xml version="1.0"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="html" />
  <xsl:template match="/">
    <html>
      <body>
        <script><xsl:value-of select="//*[local-name() = 'script']" /></script>
      </body>
    </html>
  </xsl:template>
</xsl:stylesheet>
